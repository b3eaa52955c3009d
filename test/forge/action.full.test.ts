import { playScenes } from "./scenes.ts";

playScenes("action");
