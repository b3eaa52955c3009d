import { playBasics } from "./scenes.ts";

playBasics("action");
