import { expect, it } from 'vitest'
import { editions, profileIds } from './profile.ts'
import {
  clausesOf,
  defaultProfileChoice,
  documentsOf,
  lastDayOfEdition,
  limitsOf,
  profileOf,
} from './profiles.rules.ts'
import { ruleIds } from './rule-ids.ts'

it('every profile has all limits and the documents of each rule', () => {
  for (const profile of profileIds)
    for (const edition of editions) {
      expect(profileOf(profile).id).toBe(profile)
      expect(limitsOf({ profile, edition }).functionDays).toBeGreaterThan(0)
      expect(documentsOf({ profile, edition })).not.toEqual([])
      for (const rule of ruleIds) expect(clausesOf({ profile, edition }, rule), `${profile} ${rule}`).not.toEqual([])
    }
})

it('only verified clauses have a number, and it belongs to the edition', () => {
  for (const profile of profileIds)
    for (const clauses of Object.values(profileOf(profile).clauses))
      for (const { verified, number } of clauses) expect(verified).toBe(number !== undefined)
  expect(clausesOf({ profile: 'europe', edition: '2024' }, 'R13')).toEqual([
    { document: 'EN 50172:2024', number: '7.2' },
  ])
  expect(clausesOf({ profile: 'europe', edition: '2004' }, 'R13')).toEqual([{ document: 'EN 50172:2004' }])
  expect(clausesOf({ profile: 'norway', edition: '2024' }, 'R10')).toEqual([{ document: 'IEC 62034', number: '4.4.2' }])
})

it('the profiles have the limits of their countries', () => {
  const limitsIn = (profile: (typeof profileIds)[number]) => {
    const { functionDays, durationDays, chargeHours, retentionYears, functionShare } = limitsOf({
      profile,
      edition: '2024',
    })
    return [functionDays, durationDays, chargeHours, retentionYears, functionShare]
  }
  expect(limitsIn('italy')).toEqual([31, 366, 24, null, null])
  expect(limitsIn('germany')).toEqual([7, 366, 24, 4, null])
  expect(limitsIn('france')).toEqual([31, 184, 12, null, null])
  expect(limitsIn('norway')).toEqual([31, 366, 24, null, 25])
  expect(limitsIn('poland')).toEqual([30, 364, 24, null, null])
})

it('a plant starts with the profile of its country, or the European one', () => {
  expect(defaultProfileChoice('IT')).toEqual({ profile: 'italy', edition: '2024', alwaysOpen: false })
  expect(defaultProfileChoice('GB').profile).toBe('unitedKingdom')
  expect(defaultProfileChoice('SE').profile).toBe('europe')
  expect([lastDayOfEdition('2004'), lastDayOfEdition('2024')]).toEqual(['2027-05-27', null])
})
