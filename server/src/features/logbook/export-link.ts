import { createFileName } from '@vigilux/contract/features/files/file.rules.ts'
import { dayIn } from '../../kernel/zoned.ts'

export type ExportDays = { from?: string; to?: string }

const noDate = '0'

/** Plant and days of an export, as encoded in a grant. */
export const exportDetail = (plantId: string, { from = noDate, to = noDate }: ExportDays) => ({
  kind: 'logbook',
  plantId,
  detail: `${from.replaceAll('-', '')}-${to.replaceAll('-', '')}`,
})

const dayOf = (digits = noDate): string | undefined =>
  digits === noDate ? undefined : `${digits.slice(0, 4)}-${digits.slice(4, 6)}-${digits.slice(6, 8)}`

export const daysOf = (detail: string): ExportDays => {
  const [from, to] = detail.split('-').map(dayOf)
  return { ...(from && { from }), ...(to && { to }) }
}

/** File name of an export, with the plant's local day. */
export const exportNameOf = ({ plantname, timezone }: { plantname: string; timezone: string }, now: Date): string =>
  createFileName({ title: 'Logbook', day: dayIn(now, timezone), plantname, type: 'jsonl' })
