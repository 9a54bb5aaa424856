import { SegmentedControl, Select, Text, useMantineColorScheme } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useAction, write } from '../../shared/api/use-action.ts'
import { toastFailure } from '../../shared/feedback/toast.ts'
import * as formStyles from '../../shared/form/form.module.css'
import { chooseLanguage, useLanguage } from '../../shared/i18n/i18n.ts'
import { type Language, languageNames, languages } from '../../shared/i18n/languages.ts'
import { Card } from '../../shared/layout/PageHeader.tsx'
import * as styles from './accounts.module.css'

const schemes = ['auto', 'light', 'dark'] as const

/** Language (also of mails and documents) and color scheme. */
export function ViewCard() {
  const { t } = useTranslation('accounts')
  const language = useLanguage()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const infos = useAction('getUserInfos', {})
  const changeLanguage = async (chosen: Language) => {
    await chooseLanguage(chosen)
    // Refetch first: saving over an old version would change the profile besides the language.
    const { data } = await infos.refetch()
    if (!data) return
    const { name, surname, phone, kind, piva, businessname, address, version } = data.user
    await write('saveProfile', { name, surname, phone, kind, piva, businessname, address, version, language: chosen })
    await infos.refetch()
  }
  return (
    <Card title={t('profile.view')}>
      <div className={`${formStyles.form} ${styles.profileBody}`}>
        <Select
          label={t('view.language')}
          description={t('view.languageText')}
          value={language}
          data={languages.map((value) => ({ value, label: languageNames[value] }))}
          onChange={(chosen) => void changeLanguage(chosen as Language).catch(toastFailure)}
        />
        <div>
          <Text size="sm" fw={500} mb={6} id="view-theme">
            {t('view.theme')}
          </Text>
          <SegmentedControl
            aria-labelledby="view-theme"
            value={colorScheme}
            data={schemes.map((value) => ({ value, label: t(`view.${value}`) }))}
            onChange={(chosen) => setColorScheme(chosen as (typeof schemes)[number])}
          />
        </div>
      </div>
    </Card>
  )
}
