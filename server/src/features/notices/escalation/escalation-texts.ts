import type { Language } from '@vigilux/contract/kernel/primitives.ts'
import type { Tx } from '../../../kernel/transaction.ts'
import { createTimeFormats } from '../../reports/index.ts'
import { findRunOf, listSteps } from './escalation-runs.store.ts'

/** Where a step stands in its escalation: since when that is open, who was told before, and until when the next is not. */
export type EscalationStep = {
  step: number
  of: number
  since: Date
  before: { name: string; at: Date }[]
  /** When the next is told; null for the last. */
  nextAt: Date | null
}

export const findEscalationStep = async (
  tx: Tx,
  { noticeId, step, of }: { noticeId: string; step: number; of: number },
): Promise<(EscalationStep & { runId: string }) | undefined> => {
  const run = await findRunOf(tx, noticeId)
  if (!run) return undefined
  const before = (await listSteps(tx, run.id)).filter((one) => one.step < step)
  return {
    runId: run.id,
    step,
    of,
    since: run.since,
    nextAt: step < of ? run.nextAt : null,
    before: before.map(({ name, at }) => ({ name: name ?? '', at })),
  }
}

type Texts = Record<'title' | 'head' | 'before' | 'next' | 'last', string>
type Fill = (text: string, values: Record<string, string>) => string

/** What a mail and a push say of an escalation beyond what happened. */
export const escalationValues = (
  { step, of, since, before, nextAt }: EscalationStep,
  { texts, fill, language, zone }: { texts: Texts; fill: Fill; language: Language; zone: string },
): Record<'head' | 'before' | 'next', string> => {
  const { zoned } = createTimeFormats(language, zone)
  const people = before.map(({ name, at }) => `${name} (${zoned(at)})`).join(', ')
  return {
    head: fill(texts.head, { step: String(step), of: String(of), since: zoned(since) }),
    before: people ? fill(texts.before, { people }) : '',
    next: nextAt ? fill(texts.next, { time: zoned(nextAt) }) : texts.last,
  }
}
