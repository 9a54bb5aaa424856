import { readFile } from 'node:fs/promises'
import { lampNumber } from '@vigilux/contract/features/lamps/lamp-number.ts'
import { maxNoticeLines, type NoticeKind } from '@vigilux/contract/features/notices/notice.ts'
import { defaultThresholds } from '@vigilux/contract/features/notices/thresholds.ts'
import type { Language } from '@vigilux/contract/kernel/primitives.ts'
import type { NoticeCauseRow } from '../../kernel/notice-causes.store.ts'
import type { Ports } from '../../ports/ports.ts'
import { createTimeFormats, loadFaultTexts, loadReasonTexts, pluralText } from '../reports/index.ts'
import { type EscalationStep, escalationValues } from './escalation/escalation-texts.ts'
import english from './locales/en.json' with { type: 'json' }
import { noticePageUrl } from './notice-links.ts'
import type { NoticeReceiver, namesOfCauses } from './notices.store.ts'
import { hourMs, minusMs } from './poll-spans.store.ts'

type Texts = typeof english
type Names = Awaited<ReturnType<typeof namesOfCauses>>

const textsOf = async (language: Language): Promise<Texts> =>
  JSON.parse(await readFile(new URL(`./locales/${language}.json`, import.meta.url), 'utf8')) as Texts

const fillTemplate = (text: string, values: Record<string, string>): string =>
  text.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '')

/** Content of a notice mail: one kind, or a digest of several hours or days. */
type NoticeContent = {
  plantId: string
  kinds: readonly NoticeKind[]
  gathered: 'quiet' | 'daily' | 'weekly' | null
  /** Set for an escalation step. */
  escalated?: EscalationStep | undefined
}
type Context = { receiver: NoticeReceiver; names: Names; ports: Pick<Ports, 'settings' | 'noticeLinks'> }

const titleOf = ({ escalated, ...content }: NoticeContent, causes: readonly NoticeCauseRow[], texts: Texts): string =>
  escalated
    ? fillTemplate(texts.escalation.title, { kind: plainTitle(content, causes, texts) })
    : plainTitle(content, causes, texts)

const plainTitle = (
  { kinds: [kind], gathered }: NoticeContent,
  causes: readonly NoticeCauseRow[],
  texts: Texts,
): string => {
  if (gathered) return texts.gathered[gathered]
  const isAll = (causeType: NoticeCauseRow['what']) => causes.every((cause) => cause.what === causeType)
  if (isAll('restored')) return texts.kind.restored
  return isAll('mainsBack') ? texts.kind.mainsBack : kind ? texts.kind[kind] : ''
}

/** Estimates the last report of a unit whose silence was recorded before this time was stored with it. */
const estimateLastSeen = (at: Date): Date => minusMs(at, defaultThresholds.silentAfterH * hourMs)

/** Whether a text mentions a time, so the time zone has to be named. */
const isTimed = (template: string): boolean => /\{(time|due)\}/.test(template)

/** The text of a cause in a language, before its placeholders are filled. */
const lineTemplateOf = ({ what: causeType, count }: NoticeCauseRow, texts: Texts, language: Language): string =>
  causeType === 'testFailed' || causeType === 'proEnds'
    ? pluralText(texts.line, causeType, count ?? 0, language)
    : texts.line[causeType]

/** Lamps named by a line about a test; the others are counted. */
const lampsPerLine = 10

/** Renders a cause as a line of a mail, in the receiver's language and the plant's time. */
const createLineRenderer = async ({ receiver: { language, zone }, names }: Context, texts: Texts) => {
  const [faults, reasons] = [await loadFaultTexts(language), await loadReasonTexts(language)]
  const { zoned } = createTimeFormats(language, zone)
  const nameOfLamp = (addr: number | null, name: string | undefined) => {
    const lamp = fillTemplate(texts.lamp, { addr: addr === null ? '' : lampNumber(addr) })
    return name ? `${lamp} (${name})` : lamp
  }
  /** The lamps with a failed test, each with its fault, because the fault decides which parts to take along. */
  const failedLampsOf = ({ what: causeType, aboutId, count }: NoticeCauseRow): string => {
    const failed = (causeType === 'testFailed' && names.failed.get(aboutId ?? '')) || []
    const lampLabels = failed
      .slice(0, lampsPerLine)
      .map(({ lamp, description, reason }) => [nameOfLamp(lamp, description), reason && reasons[reason]])
      .map((parts) => parts.filter(Boolean).join(', '))
    // The test's own count: with many tests not all lamps are read.
    const hiddenCount = (count ?? failed.length) - lampLabels.length
    const allLampTexts =
      hiddenCount > 0 ? [...lampLabels, pluralText(texts, 'more', hiddenCount, language)] : lampLabels
    return lampLabels.length > 0 ? ` – ${allLampTexts.join('; ')}` : ''
  }
  return (cause: NoticeCauseRow): string => {
    const { what: causeType, centralUnitId, addr, faults: codes, at, aboutAt, aboutId } = cause
    const values = {
      unit: names.units.get(centralUnitId ?? '')?.name ?? '',
      lamp: nameOfLamp(addr, names.lamps.get(`${centralUnitId} ${addr}`)),
      faults: codes.map((code) => faults[causeType === 'unitFault' ? 'unit' : 'lamp'][code] ?? code).join(', '),
      time: zoned(at),
      due: zoned(aboutAt ?? estimateLastSeen(at)),
      address: names.addresses.get(aboutId ?? '') ?? '',
    }
    return fillTemplate(lineTemplateOf(cause, texts, language), values) + failedLampsOf(cause)
  }
}

const goodNews: ReadonlySet<NoticeCauseRow['what']> = new Set(['restored', 'mainsBack'])
const withoutFault: ReadonlySet<NoticeKind> = new Set(['proEnds', 'invitation', 'noOwner'])

/** State at the head of a mail. A digest has none, because its causes have several. */
const stateOf = (
  { gathered, kinds, escalated }: NoticeContent,
  causes: readonly NoticeCauseRow[],
): 'problem' | 'restored' | 'information' => {
  if (escalated) return 'problem'
  if (gathered || kinds.every((kind) => withoutFault.has(kind))) return 'information'
  return causes.every((cause) => goodNews.has(cause.what)) ? 'restored' : 'problem'
}

/** Template values of a notice mail, in the receiver's language and the plant's time. */
export const noticeValues = async (
  content: NoticeContent,
  causes: readonly NoticeCauseRow[],
  context: Context,
): Promise<Record<string, string>> => {
  const { receiver, names, ports } = context
  const { userId, language, plant, zone } = receiver
  const { plantId, kinds, escalated } = content
  const { publicUrl } = ports.settings
  const texts = await textsOf(language)
  const listedCauses = causes.slice(0, maxNoticeLines)
  const lineTexts = listedCauses.map(await createLineRenderer(context, texts))
  const hasTimes =
    escalated !== undefined || listedCauses.some((cause) => isTimed(lineTemplateOf(cause, texts, language)))
  const hiddenCount = causes.length - lineTexts.length
  const lines = hiddenCount > 0 ? [...lineTexts, pluralText(texts, 'more', hiddenCount, language)] : lineTexts
  const page =
    kinds.length > 1 ? `/plant/${plantId}` : noticePageUrl(plantId, causes, (id) => names.units.get(id)?.unit)
  return {
    kind: titleOf(content, causes, texts),
    state: stateOf(content, causes),
    plant,
    lines: JSON.stringify(lines),
    // Without a zone the mail does not mention clocks.
    zone: hasTimes ? zone : '',
    url: `${publicUrl}/#${page}`,
    settingsUrl: `${publicUrl}/#/plantgeneral/${plantId}?tab=notices`,
    ...(escalated
      ? {
          ...escalationValues(escalated, { texts: texts.escalation, fill: fillTemplate, language, zone }),
          openUrl: `${publicUrl}/#/attention?tab=notices`,
        }
      : { unsubscribeUrl: `${publicUrl}/unsubscribe/${ports.noticeLinks.sign({ plantId, userId, kinds })}` }),
  }
}
