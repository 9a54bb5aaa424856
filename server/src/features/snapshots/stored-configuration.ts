import { type UnitConfiguration, unitConfiguration } from '@vigilux/contract/features/snapshots/snapshot.ts'
import { z } from 'zod'

type Content = Record<string, unknown>
/** Makes of the content of one version that of the next. */
export type Upcaster = (content: Content) => Content

/**
 * From version 1 on, one for each version that is no longer written. Who changes `unitConfiguration` so that
 * `fixtures/configuration-….json` can no longer be read adds one, and a fixture of the form that was.
 */
const upcasters: readonly Upcaster[] = []

const latestOf = (casters: readonly Upcaster[]): number => casters.length + 1

/** Reads a configuration of any version. The first one was written without its number. */
export const configurationReader = (casters: readonly Upcaster[]) => {
  const numbered = z.looseObject({ version: z.int().min(1).max(latestOf(casters)).default(1) })
  return numbered
    .transform(({ version, ...content }) =>
      casters.slice(version - 1).reduce<Content>((older, upcast) => upcast(older), content),
    )
    .pipe(unitConfiguration)
}

export const readStoredConfiguration = configurationReader(upcasters)

/** A configuration as it is stored for good. */
export const toStoredConfiguration = (configuration: UnitConfiguration): Content => ({
  ...configuration,
  version: latestOf(upcasters),
})
