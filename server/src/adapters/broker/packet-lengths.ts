import { type Packet, writeToStream } from 'mqtt-packet'

/** Lengths that the library keeps once they are written: those of one or two bytes. */
const maxCachedLength = 16_384

/** What a publication takes beside its payload: the length of its topic, and the topic. */
const topic = 't'
const headerBytes = 2 + topic.length

const nullStream = { write: () => true, destroy: () => undefined } as unknown as NodeJS.WritableStream

let isFilled = false

/**
 * Writes a packet of each length that the MQTT library keeps, into nothing. It keeps each length's few bytes where Node
 * happens to put them, and with them the whole 64 KiB around: messages of 16,384 different lengths, as units send them in
 * months, would hold 1 GiB for ever. Written one after the other they share two such blocks. Less than a tenth of a second, once a process.
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
