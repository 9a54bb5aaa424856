import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { CentralUnitType } from '@vigilux/device-plane/central-unit-type.ts'
import {
  onlineMessage,
  recordMessage,
  responseMessage,
  shadowMessage,
  stateMessage,
  telemetryMessage,
} from '@vigilux/device-plane/envelope.wire.ts'
import { unitTypes } from '@vigilux/device-plane/registry.ts'
import { downChannels, upChannels } from '@vigilux/device-plane/topics.ts'
import fc, { type Arbitrary } from 'fast-check'
import { mutated, mutation } from './mutations.ts'
import { arbitraryOf, type Schema } from './shapes.ts'

/**
 * One message of a unit. Valid ones come from units of their own, which must not be throttled for the faults of others.
 */
export type UnitInput = {
  cuType: string
  unit: number
  /** A topic below the unit's own, or a full topic. */
  topic: string
  text: string
  isValid: boolean
  /** Raw bytes instead of the text. */
  bytes?: number[]
  qos: 0 | 1
  retain: boolean
}

type Body = { kind?: string; value: Arbitrary<unknown> }

const folder = new URL('../../device-plane/src/central-units/', import.meta.url)

const placeholder = (name: string): string => `\u00ab${name}\u00bb`
/** Increasing numbers and times: a message with older ones changes nothing. */
const envelopeWords: Record<string, string[]> = {
  life: [placeholder('life')],
  at: [placeholder('now')],
  id: [placeholder('command')],
  t: [placeholder('testId')],
}
const options = { known: (field: string) => envelopeWords[field] ?? [], atBounds: false }
const bodyOptions = { known: (field: string) => (field === 't' ? [placeholder('testId')] : []), atBounds: false }

const fixtures = (type: string, name: string): { kind?: string; wire: unknown }[] => {
  const path = fileURLToPath(new URL(`${type}/fixtures/${name}.json`, folder))
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as { kind?: string; wire: unknown }[]) : []
}

/** Bodies from their schema, and those of the fixtures. */
const bodiesOf = (type: string, name: 'shadow' | 'state', schema: Schema): Body[] => [
  { value: arbitraryOf(schema, bodyOptions) },
  ...fixtures(type, name).map(({ wire }) => ({ value: fc.constant(wire) })),
]

const recordsOf = (type: string, records: CentralUnitType['wire']['records']): Body[] => [
  ...Object.entries(records).map(([kind, schema]) => ({ kind, value: arbitraryOf(schema, bodyOptions) })),
  ...fixtures(type, 'records').map(({ kind = '', wire }) => ({ kind, value: fc.constant(wire) })),
]

/** The envelope from its schema, with the body of a type. */
const inEnvelope = (envelope: Schema, bodies: Body[], channel: string): Arbitrary<{ channel: string; value: object }> =>
  fc
    .tuple(
      arbitraryOf(envelope, options),
      fc.oneof(...bodies.map(({ kind, value }) => value.map((body) => ({ kind, body })))),
    )
    .map(([message, { kind, body }]) => ({
      channel,
      value: {
        ...(message as object),
        boot: 1,
        seq: placeholder('seq'),
        body,
        ...(kind === undefined ? {} : { kind }),
      },
    }))

type Sound = Arbitrary<{ channel: string; value: object }>

/** Readings of lamps until now; a schema alone would never match the number of readings to the moments. */
const telemetry: Sound = fc
  .tuple(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 8 }), fc.nat({ max: 1_000_000 }))
  .map(([count, lamps, begin]) => ({
    channel: 'telemetry',
    value: telemetryMessage.parse({
      life: '0'.repeat(16),
      at: new Date().toISOString(),
      first: Math.floor(Date.now() / 900_000) - count,
      count,
      lamps: Array.from({ length: lamps }, (_, n) => {
        const levels = Array.from({ length: count }, (__, at) => begin + at * n)
        return [n + 1, (0xa1_b2_00 + n).toString(16).toUpperCase(), 400, levels, levels]
      }),
    }),
  }))
  .map(({ channel, value }) => ({ channel, value: { ...value, life: placeholder('life'), at: placeholder('now') } }))

const validMessagesOf = (type: string, { shadow, state, records }: CentralUnitType['wire']): Sound => {
  const plainMessages = (channel: string, schema: Schema): Sound =>
    arbitraryOf(schema, options).map((value) => ({ channel, value: value as object }))
  return fc.oneof(
    plainMessages('online', onlineMessage),
    plainMessages('response', responseMessage),
    inEnvelope(shadowMessage, bodiesOf(type, 'shadow', shadow), 'shadow'),
    inEnvelope(stateMessage, bodiesOf(type, 'state', state), 'state'),
    telemetry,
    inEnvelope(recordMessage, recordsOf(type, records), 'record'),
  )
}

/** Topics outside the units' own. */
const foreignTopics = [
  ...downChannels.map((channel) => `v1/\u00abself\u00bb/down/${channel}`),
  ...upChannels.map((channel) => `v1/\u00abother.topic\u00bb/up/${channel}`),
  'bus/event',
  '$SYS/broker',
  'v1/up/state',
  'v2/\u00abself\u00bb/up/state',
  'v1/\u00abself\u00bb/up/state/more',
  '/',
  `v1/\u00abself\u00bb/up/${'x'.repeat(500)}`,
]

const bytes = fc.array(fc.nat({ max: 255 }), { minLength: 1, maxLength: 64 })
/** Around the maximum length of a message. */
const longTexts = [262_144, 262_145, 300_000].map((length) => ' '.repeat(length))
const unit = fc.nat({ max: 1_000 })
const qos = fc.constantFrom(0 as const, 1 as const, 1 as const, 1 as const)

/** The number as in JSON, without quotes. */
const withNumberSeq = (text: string): string => text.replaceAll(`"${placeholder('seq')}"`, placeholder('seq'))

const messagesOf = (cuType: string, { wire }: CentralUnitType): Arbitrary<UnitInput> => {
  const validMessages = validMessagesOf(cuType, wire)
  const message = (
    content: Arbitrary<{ channel: string; text: string }>,
    isValid: boolean,
    retain: Arbitrary<boolean>,
  ): Arbitrary<UnitInput> =>
    fc.record({ unit, content, qos, retain }).map(({ content: { channel, text }, ...rest }) => ({
      ...rest,
      cuType,
      topic: channel,
      text: withNumberSeq(text),
      isValid,
    }))
  const json = validMessages.map(({ channel, value }) => ({ channel, text: JSON.stringify(value) }))
  const faulty = fc
    .tuple(validMessages, mutation)
    .map(([{ channel, value }, fault]) => ({ channel, text: mutated(value, fault) }))
  const foreignMessages = fc
    .tuple(fc.constantFrom(...foreignTopics), json)
    .map(([topic, { text }]) => ({ channel: topic, text }))
  const longState = fc.constantFrom(...longTexts).map((text) => ({ channel: 'state', text }))
  const noText = fc
    .record({ unit, topic: fc.constantFrom(...upChannels), bytes, qos, retain: fc.boolean() })
    .map((rest) => ({ ...rest, cuType, text: '', isValid: false }))
  return fc.oneof(
    { weight: 60, arbitrary: message(json, true, fc.constant(false)) },
    { weight: 24, arbitrary: message(faulty, false, fc.boolean()) },
    { weight: 2, arbitrary: message(foreignMessages, false, fc.boolean()) },
    { weight: 1, arbitrary: message(longState, false, fc.constant(false)) },
    { weight: 3, arbitrary: noText },
  )
}

/** Messages of units of all types: mostly valid by protocol. */
export const unitMessages = (): Arbitrary<UnitInput> =>
  fc.oneof(...Object.entries(unitTypes).map(([cuType, type]) => messagesOf(cuType, type)))
