import type { z } from 'zod'
import {
  type Edition,
  edition2004LastDay,
  type ProfileChoice,
  type ProfileFile,
  type ProfileId,
  type ProfileLimits,
  profileFile,
  profileLimits,
} from './profile.ts'
import czechia from './profiles/czechia.json' with { type: 'json' }
import europe from './profiles/europe.json' with { type: 'json' }
import france from './profiles/france.json' with { type: 'json' }
import germany from './profiles/germany.json' with { type: 'json' }
import italy from './profiles/italy.json' with { type: 'json' }
import norway from './profiles/norway.json' with { type: 'json' }
import poland from './profiles/poland.json' with { type: 'json' }
import portugal from './profiles/portugal.json' with { type: 'json' }
import spain from './profiles/spain.json' with { type: 'json' }
import unitedKingdom from './profiles/united-kingdom.json' with { type: 'json' }
import type { RuleId } from './rule-ids.ts'

const profileFiles: Record<ProfileId, z.input<typeof profileFile>> = {
  europe,
  italy,
  germany,
  france,
  norway,
  poland,
  czechia,
  unitedKingdom,
  spain,
  portugal,
} as Record<ProfileId, z.input<typeof profileFile>>

const parsedProfiles = new Map<ProfileId, ProfileFile>()

/** Data file of a profile. */
export const profileOf = (id: ProfileId): ProfileFile => {
  const cachedProfile = parsedProfiles.get(id)
  if (cachedProfile) return cachedProfile
  const read = profileFile.parse(profileFiles[id])
  parsedProfiles.set(id, read)
  return read
}

/** Limits of a profile in an edition: the base, overridden by the edition and then by the country. */
export const limitsOf = ({ profile, edition }: Pick<ProfileChoice, 'profile' | 'edition'>): ProfileLimits => {
  const [base, countryProfile] = [profileOf('europe'), profileOf(profile)]
  return profileLimits.parse({
    ...base.limits,
    ...base.editions[edition],
    ...countryProfile.limits,
    ...countryProfile.editions[edition],
  })
}

const documentName = (document: string, edition: Edition): string =>
  document.endsWith('EN 50172') ? `${document}:${edition}` : document

/** Cited documents of a rule; with the clause number if it was verified in a source. */
export const clausesOf = (
  { profile, edition }: Pick<ProfileChoice, 'profile' | 'edition'>,
  rule: RuleId,
): { document: string; number?: string }[] => {
  const found = profileOf(profile).clauses[rule] ?? profileOf('europe').clauses[rule] ?? []
  return found.map(({ document, number, edition: clauseEdition, verified }) => ({
    document: documentName(document, edition),
    ...(number !== undefined && verified && (clauseEdition === undefined || clauseEdition === edition)
      ? { number }
      : {}),
  }))
}

/** Cited documents of a profile. */
export const documentsOf = ({ profile, edition }: Pick<ProfileChoice, 'profile' | 'edition'>): string[] =>
  profileOf(profile).documents.map((document) => documentName(document, edition))

/** Default profile of a plant: the one of its country, in the newest edition. */
export const defaultProfileChoice = (country: string): ProfileChoice => {
  const countryProfile = Object.keys(profileFiles).find((id) => profileOf(id as ProfileId).country === country)
  return { profile: (countryProfile as ProfileId | undefined) ?? 'europe', edition: '2024', alwaysOpen: false }
}

/** Last day on which an edition may be used; null without one. */
export const lastDayOfEdition = (edition: Edition): string | null => (edition === '2004' ? edition2004LastDay : null)
