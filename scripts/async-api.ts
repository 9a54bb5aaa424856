import type { CentralUnitType, TypeWire } from '@vigilux/device-plane/central-unit-type.ts'
import { isConfigurationCommand, sharedCommands } from '@vigilux/device-plane/commands.ts'
import {
  ackMessage,
  commandMessage,
  onlineMessage,
  recordMessage,
  responseMessage,
  shadowMessage,
  stateMessage,
  telemetryMessage,
} from '@vigilux/device-plane/envelope.wire.ts'
import { unitTypes } from '@vigilux/device-plane/registry.ts'
import { type DownChannel, downTopic, type UpChannel, upTopic } from '@vigilux/device-plane/topics.ts'
import { z } from 'zod'

/** The unit protocol as an AsyncAPI 3 document, generated from the platform's own schemas. */

type Json = Record<string, unknown>

/** Example bodies of a unit type, as its fixtures have them. */
export type TypeExamples = {
  shadow: readonly unknown[]
  state: readonly unknown[]
  records: readonly { kind: string; wire: unknown }[]
  commands: readonly { name: string; wire: unknown }[]
}

const toSchema = (schema: z.ZodType): Json => {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { target: 'draft-7', io: 'input', unrepresentable: 'any' })
  return json
}

const ref = (section: 'schemas' | 'messages', name: string): Json => ({ $ref: `#/components/${section}/${name}` })

const life = '3f9a1c0be8d27745'
const at = '2026-11-21T08:00:00.000Z'
const id = '7d7c4e55-7b1e-4c2b-9a57-0f8a4d3c2b1a'

const envelopes = {
  online: onlineMessage,
  shadow: shadowMessage,
  state: stateMessage,
  record: recordMessage,
  telemetry: telemetryMessage,
  response: responseMessage,
  command: commandMessage,
  ack: ackMessage,
} as const

/** Messages with one form for all types, and an example of each. */
const commonMessages = {
  online: {
    summary: 'Birth after each connection, keepalive every 30 s, and the will',
    example: { life, boot: 7, connection: 2, online: true, at },
  },
  telemetry: {
    summary: 'Counters of lamps, by the quarter of an hour',
    example: { life, first: 1_996_000, count: 1, at, lamps: [[1, '0A1B2C', 60, [1_200], [900]]] },
  },
  response: { summary: 'Answer to a command', example: { life, id, state: 'done' } },
  ack: {
    summary: 'Records and telemetry that are stored: the unit may delete them',
    example: {
      life,
      records: [
        [7, 12],
        [7, 13],
      ],
    },
  },
} as const

type Message = { summary: string; payload: Json; examples: Json[] }

/** An envelope whose members have these forms. */
const inEnvelope = (envelope: keyof typeof envelopes, ...forms: Json[]): Json => ({
  allOf: [ref('schemas', envelope), forms.length === 1 ? forms[0] : { oneOf: forms }],
})
const withBody = (schemaName: string, fixed: Json = {}): Json => ({
  type: 'object',
  properties: {
    ...Object.fromEntries(Object.entries(fixed).map(([name, value]) => [name, { const: value }])),
    body: ref('schemas', schemaName),
  },
})

const schemaOfCommand = (commands: TypeWire['commands'], name: string): z.ZodType | undefined =>
  commands instanceof z.ZodType ? commands : commands[name]

/** Schemas and messages of one type. */
const typeParts = (type: string, { wire, facts }: CentralUnitType, examples: TypeExamples) => {
  const ownCommands = facts.commands.filter((name) => !isConfigurationCommand(name))
  const schemas: Json = {
    [`${type}.shadow`]: toSchema(wire.shadow),
    [`${type}.state`]: toSchema(wire.state),
  }
  for (const [kind, schema] of Object.entries(wire.records)) schemas[`${type}.record.${kind}`] = toSchema(schema)
  for (const name of ownCommands) {
    const schema = schemaOfCommand(wire.commands, name)
    if (schema) schemas[`${type}.command.${name}`] = toSchema(schema)
  }
  const numbered = (body: unknown): Json => ({ life, boot: 7, seq: 3, at, body })
  const messages: Record<string, Message> = {
    [`${type}.shadow`]: {
      summary: `The unit as a whole, of type ${type}`,
      payload: inEnvelope('shadow', withBody(`${type}.shadow`)),
      examples: examples.shadow.map(numbered),
    },
    [`${type}.state`]: {
      summary: `What the unit and its lamps do, of type ${type}`,
      payload: inEnvelope('state', withBody(`${type}.state`)),
      examples: examples.state.map(numbered),
    },
    [`${type}.record`]: {
      summary: `What must never be lost, of type ${type}`,
      payload: inEnvelope(
        'record',
        ...Object.keys(wire.records).map((kind) => withBody(`${type}.record.${kind}`, { kind })),
      ),
      examples: examples.records.map(({ kind, wire: body }) => ({ ...numbered(body), kind })),
    },
    [`${type}.command`]: {
      summary: `A command, of type ${type}`,
      payload: inEnvelope(
        'command',
        ...facts.commands.map((name) =>
          withBody(isConfigurationCommand(name) ? `command.${name}` : `${type}.command.${name}`, { name }),
        ),
      ),
      examples: examples.commands.map(({ name, wire: body }) => ({ id, name, attempt: 1, exp: at, body })),
    },
  }
  return { schemas, messages }
}

const toMessage = (name: string, { summary, payload, examples }: Message): Json => ({
  name,
  summary,
  contentType: 'application/json',
  payload,
  examples: examples.map((example) => ({ payload: example })),
})

const parameters = {
  unit: {
    description: 'Id of the unit: its type, an underscore, its serial in upper-case hexadecimal digits',
    examples: ['logica_0A1B2C'],
  },
}

type Channel = { name: UpChannel | DownChannel; address: string; isSent: boolean; isRetained: boolean; what: string }
const up = (name: UpChannel, what: string, isRetained = false): Channel => ({
  name,
  address: upTopic('{unit}', name),
  isSent: true,
  isRetained,
  what,
})
const down = (name: DownChannel, what: string): Channel => ({
  name,
  address: downTopic('{unit}', name),
  isSent: false,
  isRetained: false,
  what,
})

const channels: readonly Channel[] = [
  up('online', 'Whether the unit is connected', true),
  up('shadow', 'The unit as a whole', true),
  up('state', 'What the unit and its lamps do; the last one counts'),
  up('telemetry', 'Counters of lamps; repeated until acknowledged'),
  up('response', 'Answers to commands'),
  up('record', 'Test results, faults and mains failures; repeated until acknowledged'),
  down('command', 'Commands: each id is executed once, and never after `exp`'),
  down('ack', 'Acknowledgement of records and telemetry'),
]

const description = `A central unit and the platform exchange JSON over MQTT 3.1.1 at QoS 1. This document describes the unit:
it sends on \`up\` topics and receives on \`down\` topics. Client id and user name are the unit id; the password is
base64url(HMAC-SHA256(factory key, unit id)). A message has at most 256 KiB, 16 levels, 1,000 members per object and
4 KiB per text. The pages under docs/protocol say when to send what.`

/** The document; `examplesOf` gives the examples of a unit type. */
export const asyncApiDocument = (version: string, examplesOf: (type: string) => TypeExamples): Json => {
  const schemas: Json = Object.fromEntries([
    ...Object.entries(envelopes).map(([name, schema]) => [name, toSchema(schema)]),
    ...Object.entries(sharedCommands).map(([name, { body }]) => [`command.${name}`, toSchema(body)]),
  ])
  const messages: Record<string, Message> = Object.fromEntries(
    Object.entries(commonMessages).map(([name, { summary, example }]) => [
      name,
      { summary, payload: ref('schemas', name), examples: [example as Json] },
    ]),
  )
  for (const [type, unitType] of Object.entries(unitTypes)) {
    const parts = typeParts(type, unitType, examplesOf(type))
    Object.assign(schemas, parts.schemas)
    Object.assign(messages, parts.messages)
  }
  const namesIn = (channel: string) =>
    Object.keys(messages).filter((name) => name === channel || name.endsWith(`.${channel}`))
  const bindings = (isRetained: boolean) => ({ mqtt: { qos: 1, retain: isRetained, bindingVersion: '0.2.0' } })
  return {
    asyncapi: '3.0.0',
    info: { title: 'Vigilux unit protocol', version, description, license: { name: 'Apache-2.0' } },
    defaultContentType: 'application/json',
    servers: {
      broker: {
        host: 'broker.example:8883',
        protocol: 'secure-mqtt',
        protocolVersion: '3.1.1',
        description: 'The broker of the installation; without TLS on port 1883',
        security: [{ $ref: '#/components/securitySchemes/unit' }],
        bindings: { mqtt: { cleanSession: false, keepAlive: 60, bindingVersion: '0.2.0' } },
      },
    },
    channels: Object.fromEntries(
      channels.map(({ name, address, what }) => [
        name,
        {
          address,
          description: what,
          parameters,
          messages: Object.fromEntries(namesIn(name).map((message) => [message, ref('messages', message)])),
        },
      ]),
    ),
    operations: Object.fromEntries(
      channels.map(({ name, isSent, isRetained }) => [
        name,
        {
          action: isSent ? 'send' : 'receive',
          channel: { $ref: `#/channels/${name}` },
          messages: namesIn(name).map((message) => ({ $ref: `#/channels/${name}/messages/${message}` })),
          ...(isSent && { bindings: bindings(isRetained) }),
        },
      ]),
    ),
    components: {
      schemas,
      messages: Object.fromEntries(Object.entries(messages).map(([name, one]) => [name, toMessage(name, one)])),
      securitySchemes: {
        unit: { type: 'userPassword', description: 'The unit id, and its password derived from the factory key' },
      },
    },
  }
}
