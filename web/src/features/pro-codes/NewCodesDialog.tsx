import { ActionIcon, Button, CopyButton } from '@mantine/core'
import { IconCheck, IconCopy, IconDownload } from '@tabler/icons-react'
import { createFileName } from '@vigilux/contract/features/files/file.rules.ts'
import { groupCodeDigits } from '@vigilux/contract/features/pro-codes/pro-code.rules.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '../../shared/feedback/ConfirmDialog.tsx'
import { FormFoot } from '../../shared/form/FormFoot.tsx'
import { LeaveQuestion } from '../../shared/form/UnsavedGuard.tsx'
import { useLanguage } from '../../shared/i18n/i18n.ts'
import { Card } from '../../shared/layout/PageHeader.tsx'
import { csvOf, download } from '../../shared/table/csv.ts'
import type { Column } from '../../shared/table/table-model.ts'
import type { NewCodes } from './CreateCodes.tsx'
import * as styles from './pro-codes.module.css'

type NewCode = NewCodes[number]

/** The digits of new codes, shown once. Asks before closing unless they were downloaded or copied. */
export function NewCodesDialog({ made, onClose }: { made: NewCodes; onClose: () => void }) {
  const { t } = useTranslation('pro-codes')
  const language = useLanguage()
  const [isSaved, setSaved] = useState(false)
  const [isConfirming, setConfirming] = useState(false)
  const months = made[0]?.token.months ?? 0
  const column = (id: string, header: string, value: (row: NewCode) => string | number): Column<NewCode> => ({
    id,
    header,
    value,
    cell: value,
  })
  const save = () => {
    // In groups, because a spreadsheet reads 16 digits as a number and rounds it.
    const columns = [
      column('code', t('word.code'), ({ code }) => groupCodeDigits(code)),
      column('months', t('list.months'), ({ token }) => token.months),
      column('reference', t('make.reference'), ({ token }) => token.reference),
      column('made', t('list.made'), ({ token }) => token.madeAt),
    ]
    const day = made[0]?.token.madeAt.slice(0, 10) ?? ''
    download(createFileName({ title: t('office.title'), day, type: 'csv' }), csvOf(made, columns, language))
    setSaved(true)
  }
  return (
    <>
      <Card title={t('once.title', { count: made.length, months })}>
        <div className={`${styles.makeCodes} ${styles.once}`}>
          <p className="vx-quiet" role="status">
            {t('once.text')}
          </p>
          <ol>
            {made.map(({ code, token }, index) => (
              <li key={token.id}>
                <span className="vx-quiet">{index + 1}</span>
                <span className={styles.code}>{groupCodeDigits(code)}</span>
                <CopyCodeButton code={code} n={index + 1} />
              </li>
            ))}
          </ol>
          <FormFoot>
            <Button leftSection={<IconDownload size={16} aria-hidden />} onClick={save}>
              {t('once.csv')}
            </Button>
            <CopyButton value={made.map(({ code }) => groupCodeDigits(code)).join('\n')}>
              {({ copied, copy }) => (
                <Button
                  variant="default"
                  onClick={() => {
                    copy()
                    setSaved(true)
                  }}
                >
                  {t(copied ? 'copied' : 'once.copyAll')}
                </Button>
              )}
            </CopyButton>
            <Button variant="subtle" onClick={() => (isSaved ? onClose() : setConfirming(true))}>
              {t('close')}
            </Button>
          </FormFoot>
        </div>
      </Card>
      <LeaveQuestion unsaved={() => !isSaved} pathOnly />
      <ConfirmDialog
        opened={isConfirming}
        destructive
        title={t('once.loseTitle')}
        confirmLabel={t('close')}
        onConfirm={onClose}
        onCancel={() => setConfirming(false)}
      >
        {t('once.loseText')}
      </ConfirmDialog>
    </>
  )
}

function CopyCodeButton({ code, n }: { code: string; n: number }) {
  const { t } = useTranslation('pro-codes')
  return (
    <CopyButton value={groupCodeDigits(code)}>
      {({ copied, copy }) => (
        <ActionIcon variant="subtle" aria-label={copied ? t('copied') : t('once.copyOne', { n })} onClick={copy}>
          {copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
        </ActionIcon>
      )}
    </CopyButton>
  )
}
