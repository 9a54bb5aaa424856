import { Button, Checkbox } from '@mantine/core'
import { IconMail } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAnswer } from '../../shared/api/use-answer.ts'
import { CopyReference } from '../../shared/feedback/CopyReference.tsx'
import { SupportContact } from '../../shared/session/SupportContact.tsx'
import * as styles from './support.module.css'

/** Maximum length of a message, for a mail link to work in every program with the rest of the mail. */
const maxMessageLength = 500

type Props = { words: string; page: string | undefined; request: string | undefined }

/** Writes to support: a mail for the person to review. Attachments are visible, and included when ticked. */
export function WriteToUs({ words: searchText, page, request }: Props) {
  const { t } = useTranslation('support')
  const support = useAnswer('getUserInfos', {}).user.support
  const [isAttached, setAttached] = useState(false)
  const reference = request && t('context.request', { request })
  const context = [
    page && t('context.page', { page }),
    reference,
    t('context.browser', { browser: navigator.userAgent }),
  ].filter((line) => line !== undefined && line !== '')
  const body = [searchText.slice(0, maxMessageLength), '', ...(isAttached ? context : [])].join('\n')
  return (
    <section className={`vx-card ${styles.supportCard}`} aria-label={t('write')}>
      <h2>{t('write')}</h2>
      <p className="vx-quiet">{t('writeText')}</p>
      <Checkbox
        label={t('attach')}
        description={t('attachText')}
        checked={isAttached}
        onChange={(event) => setAttached(event.currentTarget.checked)}
      />
      <ul className={styles.supportContext}>
        {context.map((line) => (
          <li key={line}>
            {line} {request && line === reference ? <CopyReference id={request} /> : null}
          </li>
        ))}
      </ul>
      {support ? (
        <Button
          component="a"
          href={`mailto:${support.email}?subject=Vigilux&body=${encodeURIComponent(body)}`}
          leftSection={<IconMail size={18} aria-hidden />}
        >
          {t('send')}
        </Button>
      ) : null}
      <SupportContact />
    </section>
  )
}
