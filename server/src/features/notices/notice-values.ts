import { lampNumber } from '@vigilux/contract/features/lamps/lamp-number.ts'
import { maxNoticeLines, type NoticeKind } from '@vigilux/contract/features/notices/notice.ts'
import { defaultThresholds } from '@vigilux/contract/features/notices/thresholds.ts'
import type { Language } from '@vigilux/contract/kernel/primitives.ts'
import type { NoticeCauseRow } from '../../kernel/notice-causes.store.ts'
import type { Ports } from '../../ports/ports.ts'
import { createTimeFormats, loadFaultTexts, loadReasonTexts, pluralText } from '../reports/index.ts'
import { type EscalationStep, escalationValues } from './escalation/escalation-texts.ts'
import { headlineOf, isOver } from './notice-headline.ts'
import { noticePageUrl } from './notice-links.ts'
import { loadNoticeTexts, type NoticeTexts } from './notice-texts.ts'
import type { NoticeReceiver, namesOfCauses } from './notices.store.ts'
import { hourMs, minusMs } from './poll-spans.store.ts'

type Names = Awaited<ReturnType<typeof namesOfCauses>>

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

/** The state at the head of a mail and of its subject, in words. */
const stateWordOf = (
  { kinds: [kind], gathered }: NoticeContent,
  causes: readonly NoticeCauseRow[],
  texts: NoticeTexts,
) => {
  if (gathered) return texts.gathered[gathered]
  if (causes.every(isOver)) return texts.state.restored
  const causeTypes = new Set(causes.map(({ what: causeType }) => causeType))
  const [causeType] = causeTypes
  const words: Partial<Record<NoticeCauseRow['what'], string>> = texts.state
  return (causeTypes.size === 1 && causeType && words[causeType]) || (kind ? texts.kind[kind] : '')
}

/** The kinds of a digest with their numbers, in the order of their first cause. */
const headlineOfDigest = (causes: readonly NoticeCauseRow[], texts: NoticeTexts): string =>
  [...Map.groupBy(causes, ({ kind }) => kind)].map(([kind, { length }]) => `${texts.kind[kind]} (${length})`).join(', ')

/** Estimates the last report of a unit whose silence was recorded before this time was stored with it. */
const estimateLastSeen = (at: Date): Date => minusMs(at, defaultThresholds.silentAfterH * hourMs)

/** Whether a text mentions a time, so the time zone has to be named. */
const isTimed = (template: string): boolean => /\{(time|due)\}/.test(template)

/** The text of a cause in a language, before its placeholders are filled. */
const lineTemplateOf = ({ what: causeType, count }: NoticeCauseRow, texts: NoticeTexts, language: Language): string =>
  causeType === 'testFailed' || causeType === 'proEnds'
    ? pluralText(texts.line, causeType, count ?? 0, language)
    : texts.line[causeType]

/** Lamps named by a line about a test; the others are counted. */
const lampsPerLine = 10

/** Renders causes as lines of a mail and as its headline, in the receiver's language and the plant's time. */
const createRenderers = async ({ receiver: { language, zone }, names }: Context, texts: NoticeTexts) => {
  const [faults, reasons] = [await loadFaultTexts(language), await loadReasonTexts(language)]
  const { local } = createTimeFormats(language, zone)
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
  const lampOf = ({ centralUnitId, addr }: NoticeCauseRow) =>
    nameOfLamp(addr, names.lamps.get(`${centralUnitId} ${addr}`))
  const faultsOf = ({ what: causeType, faults: codes }: NoticeCauseRow) =>
    codes.map((code) => faults[causeType === 'unitFault' ? 'unit' : 'lamp'][code] ?? code).join(', ')
  const lineOf = (cause: NoticeCauseRow): string => {
    const { centralUnitId, at, aboutAt, aboutId, endedAt } = cause
    const values = {
      unit: names.units.get(centralUnitId ?? '')?.name ?? '',
      lamp: lampOf(cause),
      faults: faultsOf(cause),
      time: local(at),
      due: local(aboutAt ?? estimateLastSeen(at)),
      address: names.addresses.get(aboutId ?? '') ?? '',
    }
    const over = endedAt ? ` – ${fillTemplate(texts.over, { time: local(endedAt) })}` : ''
    return fillTemplate(lineTemplateOf(cause, texts, language), values) + failedLampsOf(cause) + over
  }
  const headline = (causes: readonly NoticeCauseRow[]): string =>
    headlineOf(causes, { texts, language, names, nameOfLamp: lampOf, faultsOf })
  return { lineOf, headline }
}

const withoutFault: ReadonlySet<NoticeKind> = new Set(['proEnds', 'invitation', 'noOwner'])

/** State at the head of a mail. A digest has none, because its causes have several. */
const stateOf = (
  { gathered, kinds, escalated }: NoticeContent,
  causes: readonly NoticeCauseRow[],
): 'problem' | 'restored' | 'information' => {
  if (escalated) return 'problem'
  if (gathered || kinds.every((kind) => withoutFault.has(kind))) return 'information'
  return causes.every(isOver) ? 'restored' : 'problem'
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
  const texts = await loadNoticeTexts(language)
  const listedCauses = causes.slice(0, maxNoticeLines)
  const { lineOf, headline } = await createRenderers(context, texts)
  const lineTexts = listedCauses.map(lineOf)
  const hasTimes =
    escalated !== undefined || listedCauses.some((cause) => isTimed(lineTemplateOf(cause, texts, language)))
  const hiddenCount = causes.length - lineTexts.length
  const lines = hiddenCount > 0 ? [...lineTexts, pluralText(texts, 'more', hiddenCount, language)] : lineTexts
  const page =
    kinds.length > 1 ? `/plant/${plantId}` : noticePageUrl(plantId, causes, (id) => names.units.get(id)?.unit)
  const state = stateWordOf(content, causes, texts)
  const kind = escalated ? fillTemplate(texts.escalation.title, { kind: state }) : state
  const what = content.gathered ? headlineOfDigest(causes, texts) : headline(causes)
  return {
    kind,
    headline: what,
    subject: fillTemplate(what ? texts.subject : texts.subjectOfPlant, { state: kind, what, plant }),
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
