import type { OwnPlantNotices } from '@vigilux/contract/features/notices/notice.ts'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../shared/i18n/i18n.ts'

/** A plant's notice settings in one sentence: everything, nothing and why, or the exceptions. */
export function useNoticeSummary() {
  const { t } = useTranslation('notices')
  const list = new Intl.ListFormat(useLanguage(), { type: 'conjunction' })
  return ({ plantOn, settings: { on, kinds } }: OwnPlantNotices): string => {
    if (!plantOn) return t('own.plantOff')
    if (!on) return t('own.off')
    const mailOff = kinds.filter(({ mail }) => !mail).map(({ kind }) => t(`name.${kind}`))
    return mailOff.length === 0 ? t('own.all') : t('own.without', { kinds: list.format(mailOff) })
  }
}
