import { useTranslation } from 'react-i18next'
import { useFormats } from '../../shared/format/format.ts'
import { useOpenPlant } from '../../shared/plant/plant.ts'
import type { EntryWords } from './entry-words.ts'

export function useEntryWords(): EntryWords {
  const { t } = useTranslation('logbook')
  const { t: tCommands } = useTranslation('commands')
  const { plant } = useOpenPlant()
  return { t, tCommands, formats: useFormats(plant.timezone) }
}
