import { Button } from '@mantine/core'
import { IconBook2, IconExternalLink } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import * as styles from './access-tokens.module.css'

/** Uses of a token by programs, and the description of the API, which the server shows. */
export function ProgramsCard() {
  const { t } = useTranslation('access-tokens')
  return (
    <section className={`vx-card ${styles.tokenPrograms}`}>
      <IconBook2 size={20} aria-hidden />
      <div>
        <h2>{t('programs.title')}</h2>
        <p className="vx-quiet">{t('programs.text')}</p>
      </div>
      <Button
        component="a"
        href="/api/docs"
        target="_blank"
        rel="noreferrer"
        variant="default"
        leftSection={<IconExternalLink size={16} aria-hidden />}
      >
        {t('programs.reference')}
      </Button>
    </section>
  )
}
