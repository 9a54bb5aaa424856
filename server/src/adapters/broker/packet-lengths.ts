import { type Packet, writeToStream } from 'mqtt-packet'

/** Lengths cached by the library: those encoded in one or two bytes. */
const maxCachedLength = 16_384

/** Bytes of a publication besides its payload: the length of its topic, and the topic. */
const topic = 't'
const headerBytes = 2 + topic.length

const nullStream = { write: () => true, destroy: () => undefined } as unknown as NodeJS.WritableStream

let isFilled = false

/**
 * Each length cached by the MQTT library keeps its 64 KiB buffer alive: 16,384 lengths, as sent by units over months,
 * would hold 1 GiB forever. Encoded in one go they share two buffers, in under 0.1 s per process.
 * https://github.com/mqttjs/mqtt-packet/issues/163
 */
export const fillPacketLengths = (): void => {
  if (isFilled) return
  isFilled = true
  const longest = Buffer.alloc(maxCachedLength)
  const write = (packet: Packet) => void writeToStream(packet, nullStream)
  write({ cmd: 'puback', messageId: 1 })
  for (let length = headerBytes; length < maxCachedLength; length++) {
    const payload = longest.subarray(0, length - headerBytes)
    write({ cmd: 'publish', topic, payload, qos: 0, dup: false, retain: false })
  }
}
