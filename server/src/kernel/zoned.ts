/** An instant as clocks in a zone show it. In the server alone: browsers have no `Temporal` yet. */
export const zoned = (at: Date, zone: string): Temporal.ZonedDateTime =>
  Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(zone)

/** The day that it is in a zone: `2026-11-30`. */
export const dayIn = (at: Date, zone: string): string => zoned(at, zone).toPlainDate().toString()

/** The first instant after a day of a zone. */
export const endOfDay = (day: string, zone: string): Date =>
  startOfDay(Temporal.PlainDate.from(day).add({ days: 1 }), zone)

/** The first instant of a day of a zone. */
export const startOfDay = (day: Temporal.PlainDate | string, zone: string): Date =>
  new Date(Temporal.PlainDate.from(day).toZonedDateTime(zone).epochMilliseconds)
