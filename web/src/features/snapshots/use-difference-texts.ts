import i18next from 'i18next'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../shared/format/format.ts'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import type { DifferenceTexts } from './difference-texts.ts'

const translate = i18next.t as unknown as (key: string) => string
const firstExistingText = (keys: readonly string[]): string | undefined => {
  const found = keys.find((key) => i18next.exists(key))
  return found && translate(found)
}

/** Texts of configuration values, shared with the rest of the interface. */
export function useDifferenceTexts(): DifferenceTexts {
  const { t } = useTranslation('snapshots')
  const { plant } = useCurrentPlant()
  const { dateTime } = useFormats(plant.timezone)
  return {
    nothing: t('value.nothing'),
    yes: t('word.yes'),
    no: t('word.no'),
    part: (name) =>
      firstExistingText([
        `snapshots:part.${name}`,
        `lamps:params.name.${name}`,
        `central-units:advanced.flag.${name}`,
      ]) ?? name,
    text: (text) =>
      /^\d{4}-\d\d-\d\dT/.test(text)
        ? dateTime(text)
        : (firstExistingText([
            `emergency-tests:schedule.period.${text}`,
            `lamps:function.${text}`,
            `lamps:parity.${text}`,
            `central-units:io.signals.${text}`,
            `central-units:io.conjunctions.${text}`,
          ]) ?? text),
  }
}
