/** `expired` is Basic with the data of a former Pro kept readable. */
export const tiers = ['basic', 'pro', 'expired'] as const
export type Tier = (typeof tiers)[number]
