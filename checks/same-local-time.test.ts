import type { Language } from '@vigilux/contract/kernel/primitives.ts'
import { expect, test } from 'vitest'
import { renderMail } from '../server/src/features/mails/render-mail.ts'
import { attachmentsOf } from '../server/src/features/reports/render/render-pdf.ts'
import { createTimeFormats } from '../server/src/features/reports/report-texts.ts'

type Column = { header: string; value: (row: { at: string }) => string }
type Cells = { head: string[]; rows: (string | { wall: string })[][] }

/** Modules of the web client, loaded by path because their types need the types of a browser. */
const webModule = (path: string) => import(new URL(`../web/src/shared/${path}`, import.meta.url).href)
const { formatsFor } = (await webModule('format/format.ts')) as {
  formatsFor: (language: Language, zone: string) => { dateTime: (at: string) => string }
}
const { exportedCells } = (await webModule('table/exported-cells.ts')) as {
  exportedCells: (rows: { at: string }[], columns: { column: Column; read: Column['value'] }[], zone: string) => Cells
}

/** Moments and local times: offsets of 15 and 30 minutes, across the date line, and both changes of DST. */
const moments: [zone: string, at: string, day: string, time: string][] = [
  ['Asia/Kathmandu', '2026-07-05T22:45:00.000Z', '2026-07-06', '04:30'],
  ['America/St_Johns', '2026-01-15T12:05:00.000Z', '2026-01-15', '08:35'],
  ['Pacific/Apia', '2026-08-01T11:10:00.000Z', '2026-08-02', '00:10'],
  ['Australia/Lord_Howe', '2026-06-10T13:20:00.000Z', '2026-06-10', '23:50'],
  ['Europe/Rome', '2026-03-29T01:30:00.000Z', '2026-03-29', '03:30'],
  ['Europe/Rome', '2026-10-25T00:30:00.000Z', '2026-10-25', '02:30'],
  ['Europe/Rome', '2026-10-25T01:30:00.000Z', '2026-10-25', '02:30'],
]

/** Short name of the zone, as people read it beside a time. */
const shortNameOf = (zone: string, at: string, locale: string): string => {
  const parts = new Intl.DateTimeFormat(locale, { timeZone: zone, timeZoneName: 'short' }).formatToParts(new Date(at))
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? ''
}

const csvOf = (zone: string, at: string): string => {
  const proof = { plantId: 'p', no: 1, hash: 'h', timeStamp: null }
  const content = { plantname: 'Plant', timezone: zone, madeAt: new Date(at), proof }
  const data = { name: 'logbook', rows: [{ at }], about: {} }
  return String(attachmentsOf(content as Parameters<typeof attachmentsOf>[0], data)[0]?.content)
}

const cellOf = (zone: string, at: string) => {
  const column: Column = { header: 'Time', value: (row) => row.at }
  const { head, rows } = exportedCells([{ at }], [{ column, read: column.value }], zone)
  const cell = rows[0]?.[0]
  return { head: head[0] ?? '', text: typeof cell === 'object' ? cell.wall.replace('T', ' ') : String(cell) }
}

test.each<[Language, string]>([
  ['en', 'en-GB'],
  ['de', 'de-DE'],
  ['pl', 'pl-PL'],
])('screen, document, CSV, export and mail show one local time with its zone: %s', async (language, locale) => {
  for (const [zone, at, day, time] of moments) {
    const name = shortNameOf(zone, at, locale)
    const screen = formatsFor(language, zone).dateTime(at)
    expect(screen, `screen ${zone} ${at}`).toContain(time)
    expect(screen, `screen ${zone} ${at}`).toContain(name)

    const document = createTimeFormats(language, zone)
    expect(document.short(at), `document ${zone} ${at}`).toContain(time)
    expect(document.zoned(at), `document ${zone} ${at}`).toContain(name)

    const csv = csvOf(zone, at)
    expect(csv, `CSV ${at}`).toContain(`(${zone})`)
    expect(csv, `CSV ${zone}`).toContain(`${day}T${time}`)

    const { head, text } = cellOf(zone, at)
    expect(head, `cell ${at}`).toContain(`(${zone})`)
    expect(text, `cell ${zone}`).toContain(`${day} ${time}`)

    const values = { inviter: 'Rossi', plant: 'Plant', role: 'IR', url: 'https://vigilux.test', expires: at, zone }
    const mail = await renderMail({ language, template: 'invitation', values })
    expect(mail.text, `mail ${zone} ${at}`).toContain(time)
    expect(mail.text, `mail ${zone} ${at}`).toContain(zone)
  }
})
