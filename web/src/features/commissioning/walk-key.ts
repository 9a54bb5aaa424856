// A module of its own, so that event patches, which every page loads, need no more of a walk.

/** Identity of a lamp in a walk. */
type LampKey = { topic: string; serial: string }

export const keyOf = ({ topic, serial }: LampKey): string => `${topic} ${serial}`
