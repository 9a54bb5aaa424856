import { onlineMessage, unvalidatedOnline } from '@vigilux/device-plane/envelope.wire.ts'
import { downTopic, parseUpTopic, upTopic } from '@vigilux/device-plane/topics.ts'
import type { ConnectPacket } from 'aedes'
import { type Bench, type Declared, shown } from './check.ts'

const topics = 'docs/protocol/topics.md'
const declared = {
  identity: {
    id: 'identity',
    step: 1,
    title: 'client id and user name are the unit id, with the factory password',
    clause: `${topics}, Connection`,
    expected: 'client id = user name = unit id; password base64url(HMAC-SHA256(factory key, unit id))',
  },
  session: {
    id: 'session',
    step: 1,
    title: 'the session is persistent, with a keepalive',
    clause: `${topics}, Connection`,
    expected: 'clean session false, keepalive 1 to 600 s',
  },
  will: {
    id: 'will',
    step: 1,
    title: 'the will says that the unit is away',
    clause: `${topics}, Connection and Online`,
    expected: 'up/online, QoS 1, retained, with life, boot and connection, online false',
  },
  subscription: {
    id: 'subscription',
    step: 2,
    title: 'each connection subscribes to the down topics',
    clause: 'docs/protocol/README.md, step 2',
    expected: 'v1/{id}/down/+ at QoS 1 after each connection',
  },
  birth: {
    id: 'birth',
    step: 3,
    title: 'the birth has the numbers of its will',
    clause: `${topics}, Online`,
    expected: 'retained, within 5 s of the connection, online true, life, boot and connection as in the will',
  },
  shadow: {
    id: 'shadow',
    step: 4,
    title: 'the shadow is retained and readable',
    clause: 'docs/protocol/messages.md, shadow and state',
    expected: 'up/shadow within 15 s, retained, with a body of the type',
  },
  keepalive: {
    id: 'keepalive',
    step: 3,
    title: 'the birth is repeated',
    clause: `${topics}, Online`,
    expected: 'every 30 s',
  },
  pause: {
    id: 'pause',
    step: 3,
    title: 'the unit reconnects after a pause',
    clause: `${topics}, Connection`,
    expected: '1 to 3 s after the connection broke (0.8 to 10 s are accepted)',
  },
  connectionGrows: {
    id: 'connection-grows',
    step: 3,
    title: 'the number of the connection grows, in the will too',
    clause: 'docs/protocol/README.md, step 3',
    expected: 'a higher number with every attempt, the same in will and birth',
  },
  topicsOnly: {
    id: 'topics-only',
    step: 9,
    title: 'the unit publishes on its own topics alone, at QoS 1',
    clause: `${topics}, Topics`,
    expected: 'v1/{id}/up/{channel} at QoS 1; retained on online and shadow alone',
  },
  zone: {
    id: 'time-zone',
    step: 9,
    title: 'times have a zone',
    clause: 'docs/protocol/messages.md',
    expected: 'ISO 8601 in UTC with Z in every `at`',
  },
} as const satisfies Record<string, Declared>

const willOf = ({ will }: ConnectPacket) => {
  if (!will) return null
  try {
    return onlineMessage.safeParse(JSON.parse(will.payload.toString())).data ?? null
  } catch {
    return null
  }
}

const numbersOf = (message: { life: string; boot: number; connection: number } | null | undefined) =>
  message ? `${message.life}/${message.boot}/${message.connection}` : 'nothing'

/** Steps 1 to 3: identity, session, will, subscription and birth of the first connection. */
export const checkConnection = async ({ unit, judge }: Bench): Promise<void> => {
  const [first] = unit.connects()
  if (first?.what !== 'connect') return
  const { packet, isPasswordRight, at } = first
  const name = `client ${packet.clientId}, user ${packet.username}`
  judge(
    declared.identity,
    packet.username === unit.unit && isPasswordRight,
    `${name}, ${isPasswordRight ? 'right' : 'wrong'} password`,
  )
  const keepalive = packet.keepalive ?? 0
  const session = `clean session ${packet.clean}, keepalive ${keepalive} s`
  judge(declared.session, packet.clean === false && keepalive >= 1 && keepalive <= 600, session)
  const will = willOf(packet)
  const isWillRight =
    packet.will?.topic === upTopic(unit.unit, 'online') &&
    packet.will.qos === 1 &&
    packet.will.retain === true &&
    will?.online === false
  judge(declared.will, isWillRight, packet.will ? `${packet.will.topic}, ${numbersOf(will)}` : 'no will')
  const subscribed = await unit.waitFor(5_000, () =>
    unit.broker.events.find(({ what, ...event }) => what === 'subscribe' && 'topic' in event && event.topic),
  )
  const filter = downTopic(unit.unit, 'command').replace(/command$/, '+')
  const isSubscribed = unit.broker.events.some(
    (event) => event.what === 'subscribe' && event.topic === filter && event.qos === 1,
  )
  judge(declared.subscription, isSubscribed, shown(subscribed ?? 'no subscription'))
  const birth = await unit.waitFor(5_000, () => unit.heard('online', at)[0])
  const message = unvalidatedOnline.safeParse(birth?.value).data
  const isBorn = birth?.retain === true && message?.online === true && numbersOf(message) === numbersOf(will)
  judge(declared.birth, isBorn, `${shown(birth?.value)}, will ${numbersOf(will)}`)
}

/** Step 4: the shadow. */
export const checkShadow = async ({ unit, judge }: Bench): Promise<void> => {
  const shadow = await unit.waitFor(15_000, () => unit.heard('shadow')[0])
  const read = (): string | null => {
    try {
      unit.type.decodeShadow(shadow?.value?.body)
      return null
    } catch (error) {
      return String(error).slice(0, 200)
    }
  }
  const problem = shadow ? read() : 'no shadow'
  judge(declared.shadow, problem === null && shadow?.retain === true, problem ?? `retained ${shadow?.retain}`)
}

/** Step 3 again: the effects of a broken line. */
export const checkReconnection = async ({ unit, judge }: Bench): Promise<void> => {
  const before = unit.connects().length
  const droppedAt = await unit.reconnect(30_000)
  const again = unit.connects()[before]
  if (droppedAt === null || again?.what !== 'connect') {
    judge(declared.pause, false, 'did not come back within 30 s')
    return
  }
  const waitedMs = Math.round(again.at - droppedAt)
  judge(declared.pause, waitedMs >= 800 && waitedMs <= 10_000, `came back after ${waitedMs} ms`)
  const connections = unit.connects().flatMap((event) => (event.what === 'connect' ? [willOf(event.packet)] : []))
  const numbers = connections.map((will) => will?.connection ?? -1)
  const boots = connections.map((will) => `${will?.life}/${will?.boot}`)
  const isGrowing = numbers.every(
    (number, n) => n === 0 || boots[n] !== boots[n - 1] || number > (numbers[n - 1] ?? -1),
  )
  const last = connections.at(-1)
  const birth = unit.births().findLast(({ online }) => online)
  judge(
    declared.connectionGrows,
    isGrowing && birth?.connection === last?.connection,
    `wills ${numbers.join(', ')}; last birth ${birth?.connection}`,
  )
}

/** Checks of all messages sent by the unit. */
export const checkTraffic = async ({ unit, judge }: Bench, observedMs: number): Promise<void> => {
  const published = unit.broker.events.filter((event) => event.what === 'publish')
  const retained = ['online', 'shadow']
  const wrong = published.filter((event) => {
    const topic = parseUpTopic(event.topic)
    return topic?.unit !== unit.unit || event.qos !== 1 || (event.retain && !retained.includes(topic.channel))
  })
  judge(declared.topicsOnly, wrong.length === 0, shown(wrong.slice(0, 3).map(({ topic }) => topic)))
  const channels = ['online', 'shadow', 'state', 'record', 'telemetry']
  const times = channels.flatMap((channel) => unit.heard(channel).map(({ value }) => value?.at))
  const odd = times.filter((at) => at !== undefined && onlineMessage.shape.at.safeParse(at).success === false)
  judge(declared.zone, odd.length === 0, odd.length === 0 ? `${times.length} times` : shown(odd.slice(0, 3)))
  const longestMs = 35_000
  const births = unit.heard('online').filter(({ value }) => value?.online === true)
  const gaps = births.map(({ at }, n) => (births[n + 1]?.at ?? performance.now()) - at)
  const longest = Math.round(Math.max(0, ...gaps))
  const isRegular = observedMs < longestMs || longest <= longestMs
  judge(declared.keepalive, isRegular, `longest gap ${longest} ms`)
}
