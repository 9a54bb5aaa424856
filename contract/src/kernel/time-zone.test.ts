import { expect, it } from 'vitest'
import { timeZone } from './primitives.ts'

const isTaken = (zone: string): boolean => timeZone.safeParse(zone).success

it('time zones include current and former names and UTC', () => {
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

it('time zones require the exact spelling of the list', () => {
  expect(['europe/rome', 'EUROPE/ROME', 'Europe/rome', 'asia/kolkata', 'utc', 'etc/gmt+5'].filter(isTaken)).toEqual([])
})

it('time zones that the database lacks or interprets differently are refused', () => {
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
