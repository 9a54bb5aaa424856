import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type CommandEvent, type CommandLife, hasEnded, newCommandLife, nextCommandLife } from './command.rules.ts'
import { notEnabledCode, unencodableCode } from './command.ts'

const start = new Date('2026-03-01T10:00:00Z')
const seconds = (n: number) => new Date(start.getTime() + n * 1000)
const patientPolicy = { answerTimeoutMs: 5000, workTimeoutMs: 60_000, retries: 3 }
const single = { answerTimeoutMs: 12_000, workTimeoutMs: 60_000, retries: 0 }

describe('unanswered command', () => {
  it('is sent four times every five seconds and fails after twenty', () => {
    let life = newCommandLife(patientPolicy, start)
    const sentAt: number[] = []
    let now = start
    while (!hasEnded(life)) {
      now = life.dueAt ?? now
      if (life.state === 'queued') sentAt.push((now.getTime() - start.getTime()) / 1000)
      life = nextCommandLife(life, { type: life.state === 'queued' ? 'published' : 'overdue' }, patientPolicy, now)
    }
    expect(sentAt).toEqual([0, 5, 10, 15])
    expect(now).toEqual(seconds(20))
    expect(life).toMatchObject({ state: 'failed', error: 'communication_error', attempt: 4, dueAt: null })
  })

  it('is sent once where the type allows no retry, then fails', () => {
    const published = nextCommandLife(newCommandLife(single, start), { type: 'published' }, single, start)
    expect(published.dueAt).toEqual(seconds(12))
    expect(nextCommandLife(published, { type: 'overdue' }, single, seconds(12)).error).toBe('communication_error')
  })
})

describe('command to a disconnected unit', () => {
  it('fails as refused where no message can be encoded', () => {
    const life = nextCommandLife(newCommandLife(patientPolicy, start), { type: 'unwritable' }, patientPolicy, start)
    expect(life).toMatchObject({ state: 'failed', error: 'refused', code: unencodableCode, dueAt: null })
  })
  it('expires if it was never sent', () => {
    const life = nextCommandLife(newCommandLife(patientPolicy, start), { type: 'undeliverable' }, patientPolicy, start)
    expect(life).toMatchObject({ state: 'failed', error: 'expired' })
  })
  it('fails with a communication error once it was sent', () => {
    let life = nextCommandLife(newCommandLife(patientPolicy, start), { type: 'published' }, patientPolicy, start)
    life = nextCommandLife(life, { type: 'overdue' }, patientPolicy, seconds(5))
    expect(nextCommandLife(life, { type: 'undeliverable' }, patientPolicy, seconds(5)).error).toBe(
      'communication_error',
    )
  })
})

describe('refused command', () => {
  const published = (policy: typeof patientPolicy) =>
    nextCommandLife(newCommandLife(policy, start), { type: 'published' }, policy, start)
  it('is sent again after a second with one retry less if not enabled', () => {
    const life = nextCommandLife(
      published(patientPolicy),
      { type: 'refused', code: notEnabledCode },
      patientPolicy,
      seconds(1),
    )
    expect(life).toMatchObject({ state: 'queued', retriesLeft: 2, dueAt: seconds(2) })
  })
  it('counts a refusal once even if it is delivered twice', () => {
    const refusal: CommandEvent = { type: 'refused', code: notEnabledCode }
    const waitingLife = nextCommandLife(published(patientPolicy), refusal, patientPolicy, seconds(1))
    expect(nextCommandLife(waitingLife, refusal, patientPolicy, seconds(1))).toEqual(waitingLife)
  })

  it('fails with the not-enabled code where no retries are left', () => {
    const life = nextCommandLife(published(single), { type: 'refused', code: notEnabledCode }, single, seconds(1))
    expect(life).toMatchObject({ state: 'failed', error: 'refused', code: notEnabledCode })
  })
  it('fails at once with any other code', () => {
    const life = nextCommandLife(
      published(patientPolicy),
      { type: 'refused', code: 'TEST_RUNNING' },
      patientPolicy,
      seconds(1),
    )
    expect(life).toMatchObject({ state: 'failed', error: 'refused', code: 'TEST_RUNNING' })
  })
})

describe('command event', () => {
  const life = (change: Partial<CommandLife>): CommandLife => ({ ...newCommandLife(patientPolicy, start), ...change })
  it.each<{ state: CommandLife['state']; event: CommandEvent }>([
    { state: 'queued', event: { type: 'overdue' } },
    { state: 'sent', event: { type: 'published' } },
    { state: 'sent', event: { type: 'undeliverable' } },
    { state: 'accepted', event: { type: 'published' } },
    { state: 'accepted', event: { type: 'undeliverable' } },
    { state: 'sent', event: { type: 'unwritable' } },
    { state: 'accepted', event: { type: 'accepted' } },
  ])('does not change a command that is $state: $event.type', ({ state, event }) => {
    const before = life({ state, dueAt: seconds(3) })
    expect(nextCommandLife(before, event, patientPolicy, seconds(9))).toEqual(before)
  })
  it('of acceptance gives the unit its time to work', () => {
    const accepted = nextCommandLife(life({ state: 'sent' }), { type: 'accepted' }, patientPolicy, seconds(9))
    expect(accepted).toMatchObject({ state: 'accepted', dueAt: seconds(69) })
  })
  it('of a not-enabled refusal uses the last retry', () => {
    const last = life({ state: 'sent', retriesLeft: 1 })
    const retried = nextCommandLife(last, { type: 'refused', code: notEnabledCode }, patientPolicy, start)
    expect(retried).toMatchObject({ state: 'queued', retriesLeft: 0 })
  })
})

const anyEvent: fc.Arbitrary<CommandEvent> = fc.oneof(
  fc.constantFrom<CommandEvent>(
    { type: 'published' },
    { type: 'undeliverable' },
    { type: 'unwritable' },
    { type: 'accepted' },
    { type: 'done' },
    { type: 'overdue' },
  ),
  fc.constantFrom(notEnabledCode, 'OTHER').map((code): CommandEvent => ({ type: 'refused', code })),
)

describe('any command events', () => {
  it('respect the send limit, keep final states and have deadlines until then', () => {
    fc.assert(
      fc.property(fc.array(anyEvent, { maxLength: 60 }), (events) => {
        let life: CommandLife = newCommandLife(patientPolicy, start)
        for (const event of events) {
          const before = life
          life = nextCommandLife(life, event, patientPolicy, start)
          if (hasEnded(before)) expect(life).toBe(before)
          expect(life.attempt).toBeLessThanOrEqual(patientPolicy.retries + 1)
          expect(life.retriesLeft).toBeGreaterThanOrEqual(0)
          expect(life.dueAt === null).toBe(hasEnded(life))
        }
      }),
    )
  })
})
