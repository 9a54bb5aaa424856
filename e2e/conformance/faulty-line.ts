import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { generate, type Packet, parser } from 'mqtt-packet'

/**
 * A line between a unit and its broker with one planted fault of a unit: it changes, repeats or drops packets, and the
 * broker sees a misbehaving unit.
 */
export type PlantedFault = {
  name: string
  /** Id of the check expected to find it. */
  foundBy: string
  /** Packets sent in place of one from the unit, or to it. Default: the packet itself. */
  fromUnit?: (packet: Packet) => Packet[]
  toUnit?: (packet: Packet) => Packet[]
  /** Whether the line connects again as soon as the broker ends the connection. */
  reconnectsAtOnce?: boolean
}

type Json = Record<string, unknown>

const channelOf = (packet: Packet): string | null =>
  packet.cmd === 'publish' ? (packet.topic.split('/').at(-1) ?? null) : null
/** Content of a message; none if it is no object, as in some commands. */
const jsonOf = (packet: Packet): Json => {
  try {
    const content: unknown = packet.cmd === 'publish' ? JSON.parse(packet.payload.toString()) : null
    return typeof content === 'object' && content !== null && !Array.isArray(content) ? (content as Json) : {}
  } catch {
    return {}
  }
}
/** The packet with another content on this channel; others stay. */
const rewriting =
  (channel: string, change: (content: Json) => Json) =>
  (packet: Packet): Packet[] =>
    channelOf(packet) === channel && Object.keys(jsonOf(packet)).length > 0
      ? [{ ...packet, payload: Buffer.from(JSON.stringify(change(jsonOf(packet)))) } as Packet]
      : [packet]

/** The twelve faults absent from a conforming unit. */
export const createPlantedFaults = (): PlantedFault[] => {
  const ids = new Map<string, string>()
  const seenCommands = new Set<string>()
  const seenRecords = new Set<string>()
  let answered = 0
  let life: unknown
  const recordOf = (packet: Packet): string => `${jsonOf(packet).boot}/${jsonOf(packet).seq}`
  return [
    {
      name: 'a command done twice',
      foundBy: 'done-once',
      toUnit: rewriting('command', (command) => {
        const id = String(command.id)
        if (!seenCommands.has(id)) {
          seenCommands.add(id)
          return command
        }
        const other = crypto.randomUUID()
        ids.set(other, id)
        const body = command.body as Json | undefined
        return { ...command, id: other, ...(body?.t !== undefined && { body: { ...body, t: crypto.randomUUID() } }) }
      }),
      fromUnit: rewriting('response', (answer) => ({ ...answer, id: ids.get(String(answer.id)) ?? answer.id })),
    },
    {
      name: 'a command done after its end',
      foundBy: 'expired',
      toUnit: rewriting('command', (command) => ({ ...command, exp: '2099-01-01T00:00:00.000Z' })),
    },
    {
      name: 'the answer of another id',
      foundBy: 'answered',
      fromUnit: rewriting('response', (answer) =>
        // The enrolment and the search stay right: the walk goes on.
        answer.state === 'done' && ++answered > 3 && answered < 8 ? { ...answer, id: crypto.randomUUID() } : answer,
      ),
    },
    {
      name: 'the answer of another life',
      foundBy: 'answer-in-own-life',
      fromUnit: rewriting('response', (answer) => ({ ...answer, life: '0123456789abcdef' })),
    },
    {
      name: 'a hole in the numbers',
      foundBy: 'numbers',
      fromUnit: (packet) => (channelOf(packet) === 'record' && jsonOf(packet).seq === 1 ? [] : [packet]),
    },
    {
      name: 'records not repeated after a reconnect',
      foundBy: 'repeated-after-reconnect',
      fromUnit: (packet) => {
        if (channelOf(packet) !== 'record') return [packet]
        const isRepeated = seenRecords.has(recordOf(packet))
        seenRecords.add(recordOf(packet))
        return isRepeated ? [] : [packet]
      },
    },
    {
      name: 'an acknowledgement ignored',
      foundBy: 'ack',
      toUnit: (packet) => (channelOf(packet) === 'ack' ? [] : [packet]),
    },
    {
      name: 'the old number of the connection in the will',
      foundBy: 'connection-grows',
      fromUnit: (packet) => {
        if (packet.cmd !== 'connect' || !packet.will) return [packet]
        const will = JSON.parse(packet.will.payload.toString()) as Json
        const payload = Buffer.from(JSON.stringify({ ...will, connection: 0 }))
        return [{ ...packet, will: { ...packet.will, payload } }]
      },
    },
    {
      name: 'the life kept over a factory reset',
      foundBy: 'new-life',
      fromUnit: (packet) => {
        if (packet.cmd === 'connect' && packet.will) {
          const will = JSON.parse(packet.will.payload.toString()) as Json
          life ??= will.life
          return [{ ...packet, will: { ...packet.will, payload: Buffer.from(JSON.stringify({ ...will, life })) } }]
        }
        const channel = channelOf(packet)
        return channel === null ? [packet] : rewriting(channel, (content) => ({ ...content, life }))(packet)
      },
    },
    {
      name: 'a state without its lamps',
      foundBy: 'state-with-lamps',
      fromUnit: rewriting('state', ({ lampList: _, ...state }) => state),
    },
    {
      name: 'times without a zone',
      foundBy: 'time-zone',
      fromUnit: (packet) => {
        const channel = channelOf(packet)
        const withoutZone = (content: Json) =>
          typeof content.at === 'string' ? { ...content, at: content.at.replace('Z', '') } : content
        return channel === null ? [packet] : rewriting(channel, withoutZone)(packet)
      },
    },
    { name: 'reconnecting without a pause', foundBy: 'pause', reconnectsAtOnce: true },
  ]
}

/** Passes packets on, changed; a dropped one is acknowledged to its sender, as its receiver would. */
const forward = (from: Socket, to: Socket, change: PlantedFault['fromUnit'], onPacket: (packet: Packet) => void) => {
  const reader = parser({ protocolVersion: 4 })
  reader.on('packet', (packet: Packet) => {
    onPacket(packet)
    const changed = change ? change(packet) : [packet]
    if (changed.length === 0 && packet.cmd === 'publish' && packet.qos === 1)
      from.write(generate({ cmd: 'puback', messageId: packet.messageId ?? 0 } as Packet))
    for (const one of changed) if (!to.destroyed) to.write(generate(one))
  })
  reader.on('error', () => from.destroy())
  from.on('data', (bytes: Buffer) => reader.parse(bytes))
}

/** Opens the line on a free port. Units connect to it as to the broker behind it. */
export const openFaultyLine = async (brokerPort: number, fault: PlantedFault | null) => {
  const sockets = new Set<Socket>()
  const add = (socket: Socket): Socket => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.on('close', () => sockets.delete(socket))
    return socket
  }
  const server = createServer((unit) => {
    add(unit)
    const broker = add(connect(brokerPort, '127.0.0.1'))
    let opening: Packet | undefined
    forward(unit, broker, fault?.fromUnit, (packet) => {
      if (packet.cmd === 'connect') opening = packet
    })
    forward(broker, unit, fault?.toUnit, () => undefined)
    unit.on('close', () => broker.destroy())
    broker.on('close', () => {
      unit.destroy()
      if (fault?.reconnectsAtOnce && opening) add(connect(brokerPort, '127.0.0.1')).write(generate(opening))
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    close() {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}
