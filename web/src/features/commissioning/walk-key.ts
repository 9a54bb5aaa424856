// By itself: what every page brings to take events needs no more of a walk.

/** A lamp of a walk, as it is named. */
type LampKey = { topic: string; serial: string }

export const keyOf = ({ topic, serial }: LampKey): string => `${topic} ${serial}`
