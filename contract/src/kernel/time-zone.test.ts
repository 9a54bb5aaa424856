import { expect, it } from 'vitest'
import { timeZone } from './primitives.ts'

const isTaken = (zone: string): boolean => timeZone.safeParse(zone).success

it('takes zones by the names of their places, newer and older ones, and UTC', () => {
  const zones = [
    'Europe/Rome',
    'Asia/Calcutta',
    'Asia/Kolkata',
    'America/Argentina/Ushuaia',
    'Etc/GMT+5',
    'UTC',
  ].concat(['Etc/GMT+3', 'America/Argentina/Buenos_Aires', 'Europe/Kiev', 'America/Coyhaique'])
  expect(zones.filter((zone) => !isTaken(zone))).toEqual([])
  expect(Intl.supportedValuesOf('timeZone').filter((zone) => !isTaken(zone))).toEqual([])
})

it('takes each in the one spelling of the list', () => {
  expect(['europe/rome', 'EUROPE/ROME', 'Europe/rome', 'asia/kolkata', 'utc', 'etc/gmt+5'].filter(isTaken)).toEqual([])
})

it('takes none that the database has not, or takes for another', () => {
  // `Intl` of this runtime knows all but the last two.
  const zones = [
    'VST',
    'AET',
    'PNT',
    'SST',
    'IST',
    'BST',
    'ACT',
    'EST5EDT',
    'GB',
    'SystemV/AST4',
    'US/Pacific-New',
    '+01:00',
    'Nowhere/Nowhere',
    '',
  ]
  expect(zones.filter(isTaken)).toEqual([])
})
