import { Button, Menu } from '@mantine/core'
import { IconCheck, IconLanguage } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { toastFailure } from '../shared/feedback/toast.ts'
import { chooseLanguage, useLanguage } from '../shared/i18n/i18n.ts'
import { htmlLanguage, type Language, languageNames, languages } from '../shared/i18n/languages.ts'

/** Nine languages, each in its own words; also before sign-in. */
export function LanguageMenu() {
  const { t } = useTranslation('shell')
  const current = useLanguage()
  return (
    <Menu position="bottom-end" width={180}>
      <Menu.Target>
        <Button
          variant="subtle"
          color="gray"
          c="var(--vx-text-2)"
          px={10}
          leftSection={<IconLanguage size={18} aria-hidden />}
        >
          <span className="vx-hidden">{`${t('language')}: ${languageNames[current]} `}</span>
          {current.toUpperCase()}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {languages.map((language) => (
          <LanguageItem key={language} language={language} current={language === current} />
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

function LanguageItem({ language, current }: { language: Language; current: boolean }) {
  return (
    <Menu.Item
      lang={htmlLanguage(language)}
      aria-current={current || undefined}
      rightSection={current ? <IconCheck size={16} aria-hidden /> : null}
      onClick={() => void chooseLanguage(language).catch(toastFailure)}
    >
      {languageNames[language]}
    </Menu.Item>
  )
}
