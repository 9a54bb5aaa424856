import type { ProfileId } from '@vigilux/contract/features/compliance/profile.ts'
import { profileOf } from '@vigilux/contract/features/compliance/profiles.rules.ts'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../shared/format/format.ts'

/** The name of a profile, from its country. */
export function useProfileName(): (id: ProfileId) => string {
  const { t } = useTranslation('compliance')
  const { country } = useFormats()
  return (id) => {
    const code = profileOf(id).country
    return code ? country(code) : t('profile.europe')
  }
}
