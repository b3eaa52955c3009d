import type { AddonEvents } from "../service.ts";

const dispatch = async (): Promise<AddonEvents> => (await import("./dispatch.ts")).addonEvents;

/** Add-ons and all that they do are read when something first happens that they may act on. */
export const addonEvents: AddonEvents = {
  afterUpdate: async (...event) => (await dispatch()).afterUpdate(...event),
  aboutToCommit: async (...event) => (await dispatch()).aboutToCommit(...event),
  beforeCommit: async (...event) => (await dispatch()).beforeCommit(...event),
  afterCommit: async (...event) => (await dispatch()).afterCommit(...event),
  beforePush: async (...event) => (await dispatch()).beforePush(...event),
  languageFileMade: async (...event) => (await dispatch()).languageFileMade(...event),
  languageAdded: async (...event) => (await dispatch()).languageAdded(...event),
  stateOfNew: async (...event) => (await dispatch()).stateOfNew(...event),
  listeners: async (...event) => (await dispatch()).listeners(...event),
};
