import { describe, expect, it } from 'vitest'
import { dayIn, endOfDay, startOfDay } from '../../kernel/zoned.ts'
import type { Position } from '../../ports/places.ts'
import { sunBetween } from './sun.ts'

const sunOn = (day: string, zone: string, at: Position) => {
  const { dawn, sunset, upAtEnd } = sunBetween(startOfDay(day, zone), endOfDay(day, zone), at)
  return { dawn: dawn[0] ?? null, sunset: sunset[0] ?? null, upAtEnd }
}
const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(2))
const minutesOff = (moment: Date | null, day: string, time: string, zone = 'UTC') => {
  const begins = startOfDay(day, zone).getTime()
  return moment === null ? Number.POSITIVE_INFINITY : Math.abs((moment.getTime() - begins) / 60_000 - minutesOf(time))
}

/** Published by the U. S. Naval Observatory for 2019 (Rise and Set for the Sun, in universal time). */
const tables: readonly (readonly [
  place: string,
  at: Position,
  days: readonly (readonly [string, string, string])[],
])[] = [
  [
    '29° N 81° W',
    { lat: 29, long: -81 },
    [
      ['2019-01-01', '1218', '2238'],
      ['2019-03-20', '1128', '2335'],
      ['2019-09-22', '1112', '2321'],
      ['2019-11-30', '1159', '2226'],
    ],
  ],
  [
    '60° N on the meridian of Greenwich',
    { lat: 60, long: 0 },
    [
      ['2019-01-01', '0902', '1505'],
      ['2019-02-28', '0702', '1724'],
      ['2019-03-20', '0603', '1814'],
      ['2019-06-21', '0236', '2128'],
      ['2019-09-23', '0546', '1758'],
      ['2019-12-22', '0902', '1455'],
    ],
  ],
  [
    '60° S 150° W',
    { lat: -60, long: -150 },
    [
      ['2019-01-01', '1243', '0724'],
      ['2019-03-20', '1600', '0416'],
      ['2019-06-21', '1906', '0058'],
      ['2019-09-23', '1545', '0359'],
      ['2019-12-21', '1232', '0724'],
    ],
  ],
]

describe('sunrise and sunset', () => {
  for (const [place, at, days] of tables)
    it.each(days)(`at ${place} on %s are %s and %s, within a minute`, (day, dawn, sunset) => {
      const sun = sunOn(day, 'UTC', at)
      expect(minutesOff(sun.dawn, day, dawn)).toBeLessThan(1)
      expect(minutesOff(sun.sunset, day, sunset)).toBeLessThan(1)
    })

  // The same observatory, for 69.5° N 19° E in 2014, in universal time plus one hour.
  it.each([
    ['2014-04-01', '0450', '1849'],
    ['2014-04-30', '0229', '2058'],
  ])('in polar regions on %s are %s and %s, within two minutes', (day, dawn, sunset) => {
    const sun = sunOn(day, 'Etc/GMT-1', { lat: 69.5, long: 19 })
    expect(minutesOff(sun.dawn, day, dawn, 'Etc/GMT-1')).toBeLessThan(2)
    expect(minutesOff(sun.sunset, day, sunset, 'Etc/GMT-1')).toBeLessThan(2)
  })

  it('are accurate to ten minutes where the sun grazes the horizon', () => {
    const tromso = { lat: 69.5, long: 19 }
    const last = sunOn('2014-05-17', 'Etc/GMT-1', tromso)
    expect(minutesOff(last.dawn, '2014-05-17', '0029', 'Etc/GMT-1')).toBeLessThan(10)
    expect(minutesOff(last.sunset, '2014-05-17', '2306', 'Etc/GMT-1')).toBeLessThan(10)
    expect(sunOn('2014-06-01', 'Etc/GMT-1', tromso)).toEqual({ dawn: null, sunset: null, upAtEnd: true })
    // Longyearbyen, April 2016: the last sunset at 00:32, and 48 minutes later the sun stays up until August.
    const svalbard = { lat: 78.22, long: 15.65 }
    const april = sunOn('2016-04-18', 'Arctic/Longyearbyen', svalbard)
    expect(minutesOff(april.sunset, '2016-04-18', '0032', 'Arctic/Longyearbyen')).toBeLessThan(10)
    expect(minutesOff(april.dawn, '2016-04-18', '0120', 'Arctic/Longyearbyen')).toBeLessThan(10)
    expect(april.upAtEnd).toBe(true)
  })

  it.each([
    [78.22, '2026-06-21', true],
    [78.22, '2026-12-21', false],
    [-78.3, '2026-06-21', false],
    [-78.3, '2026-12-21', true],
    [90, '2026-06-21', true],
    [90, '2026-12-21', false],
    [-90, '2026-06-21', false],
    [-90, '2026-12-21', true],
  ])('at latitude %s on %s are missing, with the sun up: %s', (lat, day, isUp) => {
    expect(sunOn(day, 'UTC', { lat, long: 15 })).toEqual({ dawn: null, sunset: null, upAtEnd: isUp })
  })

  it('happen once a year at the poles near the equinoxes', () => {
    const days = Array.from({ length: 365 }, (_, n) => dayIn(new Date(Date.UTC(2026, 0, 1 + n)), 'UTC'))
    const north = days.filter((day) => sunOn(day, 'UTC', { lat: 90, long: 0 }).dawn !== null)
    const south = days.filter((day) => sunOn(day, 'UTC', { lat: -90, long: 0 }).sunset !== null)
    expect([north, south]).toEqual([['2026-03-18'], ['2026-03-22']])
  })
})
