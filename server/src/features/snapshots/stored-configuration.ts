import { type UnitConfiguration, unitConfiguration } from '@vigilux/contract/features/snapshots/snapshot.ts'
import { z } from 'zod'

type Content = Record<string, unknown>
/** Converts the content of one version to the next. */
export type Upcaster = (content: Content) => Content

/**
 * One upcaster per outdated version, from version 1 on. Once `unitConfiguration` can no longer read
 * `fixtures/configuration-….json`, its change needs a new upcaster and a fixture of the old format.
 */
const upcasters: readonly Upcaster[] = []

const latestVersion = (upcasters: readonly Upcaster[]): number => upcasters.length + 1

/** Reads a configuration of any version. Version 1 has no version number. */
export const configurationReader = (upcasters: readonly Upcaster[]) => {
  const versioned = z.looseObject({ version: z.int().min(1).max(latestVersion(upcasters)).default(1) })
  return versioned
    .transform(({ version, ...content }) =>
      upcasters.slice(version - 1).reduce<Content>((olderContent, upcast) => upcast(olderContent), content),
    )
    .pipe(unitConfiguration)
}

export const readStoredConfiguration = configurationReader(upcasters)

/** The permanently stored format of a configuration. */
export const toStoredConfiguration = (configuration: UnitConfiguration): Content => ({
  ...configuration,
  version: latestVersion(upcasters),
})
