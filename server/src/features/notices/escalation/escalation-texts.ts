import type { Language } from '@vigilux/contract/kernel/primitives.ts'
import type { Tx } from '../../../kernel/transaction.ts'
import { createTimeFormats } from '../../reports/index.ts'
import { findRunOf, listSteps } from './escalation-runs.store.ts'

/** A step within its escalation: when the cause began, who was notified before, and when the next step follows. */
export type EscalationStep = {
  step: number
  of: number
  since: Date
  before: { name: string; at: Date }[]
  /** When the next person is notified; null for the last one. */
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

/** Template values of an escalation for a mail or push. */
export const escalationValues = (
  { step, of, since, before, nextAt }: EscalationStep,
  { texts, fill, language, zone }: { texts: Texts; fill: Fill; language: Language; zone: string },
): Record<'head' | 'before' | 'next', string> => {
  const { local } = createTimeFormats(language, zone)
  const people = before.map(({ name, at }) => `${name} (${local(at)})`).join(', ')
  return {
    head: fill(texts.head, { step: String(step), of: String(of), since: local(since) }),
    before: people ? fill(texts.before, { people }) : '',
    next: nextAt ? fill(texts.next, { time: local(nextAt) }) : texts.last,
  }
}
