import { readFile } from 'node:fs/promises'
import { type NoticeKind, noticeLines } from '@vigilux/contract/features/notices/notice.ts'
import type { Language } from '@vigilux/contract/kernel/primitives.ts'
import type { NoticeCauseRow } from '../../kernel/notice-causes.store.ts'
import { clocks, counted, faultWords } from '../reports/index.ts'
import english from './locales/en.json' with { type: 'json' }
import type { NoticeReceiver, namesOf } from './notices.store.ts'

type Texts = typeof english
type Names = Awaited<ReturnType<typeof namesOf>>
type Group = { plantId: string; kind: NoticeKind }

const textsOf = async (language: Language): Promise<Texts> =>
  JSON.parse(await readFile(new URL(`./locales/${language}.json`, import.meta.url), 'utf8')) as Texts

const fill = (text: string, values: Record<string, string>): string =>
  text.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '')

/** The page on which a notice of a kind is followed up. */
const pageOf: Record<NoticeKind, (plantId: string) => string> = {
  functionError: (plantId) => `/#/plantcentralunits/${plantId}`,
  testErrors: (plantId) => `/#/plantreport/${plantId}`,
  noCommunication: (plantId) => `/#/plantcentralunits/${plantId}`,
  inhibitionTooLong: (plantId) => `/#/remotepanel/${plantId}`,
  proEnds: (plantId) => `/#/plantgeneral/${plantId}?tab=advanced`,
}

/** The values of the mail that tells of causes, in the words of its receiver and the time of the plant. */
export const noticeValues = async (
  { plantId, kind }: Group,
  causes: readonly NoticeCauseRow[],
  { receiver, names, publicUrl }: { receiver: NoticeReceiver; names: Names; publicUrl: string },
): Promise<Record<string, string>> => {
  const { language, plant, zone } = receiver
  const texts = await textsOf(language)
  const faults = await faultWords(language)
  const { zoned } = clocks(language, zone)
  const lineOf = ({ what, centralUnitId, addr, faults: codes, count, at }: NoticeCauseRow): string => {
    const lampName = names.lamps.get(`${centralUnitId} ${addr}`)
    const lamp = fill(texts.lamp, { addr: String(addr ?? '') })
    const said = {
      unit: names.units.get(centralUnitId ?? '') ?? '',
      lamp: lampName ? `${lamp} (${lampName})` : lamp,
      faults: codes.map((code) => faults[code] ?? code).join(', '),
      time: zoned(at),
    }
    if (what === 'testFailed') return fill(counted(texts.line, 'testFailed', count ?? 0, language), said)
    if (what === 'proEnds') return fill(counted(texts.line, 'proEnds', count ?? 0, language), said)
    return fill(texts.line[what], said)
  }
  const shown = causes.slice(0, noticeLines).map(lineOf)
  const more = causes.length - shown.length
  const lines = more > 0 ? [...shown, counted(texts, 'more', more, language)] : shown
  const kindOf = causes.every(({ what }) => what === 'restored') ? 'restored' : kind
  const values = { kind: texts.kind[kindOf], plant, zone, lines: JSON.stringify(lines) }
  return {
    ...values,
    url: `${publicUrl}${pageOf[kind](plantId)}`,
    settingsUrl: `${publicUrl}/#/plantgeneral/${plantId}?tab=notices`,
  }
}
