import { playScenes } from "./scenes.ts";

playScenes("bot");
