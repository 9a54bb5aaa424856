/** Work on a fault. */
export const workKinds = ['batteryReplaced', 'lampReplaced', 'partReplaced', 'repaired'] as const
export type WorkKind = (typeof workKinds)[number]

/** Why a fault is postponed to the next round. */
export const notNowReasons = ['noAccess', 'noPart', 'twoPeople'] as const
export type NotNowReason = (typeof notNowReasons)[number]
