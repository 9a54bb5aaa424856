import { useTranslation } from 'react-i18next'
import { useFormats } from '../../shared/format/format.ts'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import type { EntryTexts } from './entry-texts.ts'

export function useEntryTexts(): EntryTexts {
  const { t } = useTranslation('logbook')
  const { t: tCommands } = useTranslation('commands')
  const { plant } = useCurrentPlant()
  return { t, tCommands, formats: useFormats(plant.timezone) }
}
