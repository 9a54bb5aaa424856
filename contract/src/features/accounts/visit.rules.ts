/** When a person last opened the home, and when the visit before ended; null if unknown. */
export type Visits = { seenAt: Date | null; previousAt: Date | null }

/** A visit ends after this time without a look. */
export const visitGapMs = 3_600_000

/** Days after which a visit counts as unknown. */
export const maxVisitDays = 30

/** The visits after a look: it belongs to the current visit, or begins another one. */
export const visitsAfterLook = ({ seenAt, previousAt }: Visits, now: Date): Visits => ({
  seenAt: now,
  previousAt: seenAt && now.getTime() - seenAt.getTime() > visitGapMs ? seenAt : previousAt,
})

/** End of the previous visit; null if it is unknown or more than `maxVisitDays` ago. */
export const previousVisit = (visits: Visits, now: Date): Date | null => {
  const { previousAt } = visitsAfterLook(visits, now)
  return previousAt && now.getTime() - previousAt.getTime() <= maxVisitDays * 86_400_000 ? previousAt : null
}
