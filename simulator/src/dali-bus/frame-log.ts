import type { DaliBus } from './dali-bus.ts'
import type { Traffic } from './frames.ts'

const hex = (data: readonly number[]): string =>
  data.map((byte) => byte.toString(16).toUpperCase().padStart(2, '0')).join(' ')

/** One line per event: time in ms, number of the bus, bits, bytes. `?` is a garbled answer. */
export const lineOf = (line: number, traffic: Traffic): string => {
  const at = traffic.at.toFixed(1)
  switch (traffic.kind) {
    case 'forward':
      return `${at} ${line} ${traffic.frame.bits} ${hex(traffic.frame.data)} ${traffic.sender}`
    case 'backward':
      return `${at} ${line} 8 ${traffic.heard.kind === 'byte' ? hex([traffic.heard.value]) : '?'}`
    case 'power':
      return `${at} ${line} power ${traffic.isOn ? 'on' : 'off'}`
    case 'systemFailure':
      return `${at} ${line} system failure`
  }
}

/** Writes the traffic of a bus as a plain log. */
export const logTraffic = (bus: DaliBus, line: number, write: (text: string) => void): (() => void) =>
  bus.listen((traffic) => write(lineOf(line, traffic)))
