// A module of its own: event patches, loaded by every page, need no more of a walk.

/** Identity of a lamp in a walk. */
type LampKey = { topic: string; serial: string }

export const keyOf = ({ topic, serial }: LampKey): string => `${topic} ${serial}`
