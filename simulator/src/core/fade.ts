/** Level of a lamp in percent: `from` at `since`, `to` from `until` on, in milliseconds of real time. */
export type LightLevel = { from: number; to: number; since: number; until: number }

/** Level for a lamp, whether or not it shows it now. */
export const plannedLevel = (
  { light, levelPercent }: { light?: LightLevel | undefined; levelPercent: number },
  now: number,
): number => {
  if (!light) return levelPercent
  if (now >= light.until) return light.to
  const share = Math.max(0, now - light.since) / (light.until - light.since)
  return Math.round(light.from + (light.to - light.from) * share)
}
