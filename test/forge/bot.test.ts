import { playBasics } from "./scenes.ts";

playBasics("bot");
