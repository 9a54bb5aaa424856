import { Button, PasswordInput } from '@mantine/core'
import { IconFileExport, IconUserX } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ApiFailure } from '@vigilux/client/failure.ts'
import type { PlantsToHandOver } from '@vigilux/contract/features/accounts/own-account.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { failureOf } from '../../shared/api/api-failure.ts'
import { call } from '../../shared/api/call.ts'
import { actionKey } from '../../shared/api/use-action.ts'
import { useAnswer } from '../../shared/api/use-answer.ts'
import { AnswerBoundary } from '../../shared/feedback/AnswerBoundary.tsx'
import { FormDialog } from '../../shared/feedback/FormDialog.tsx'
import { FormFoot } from '../../shared/form/FormFoot.tsx'
import { FormFailure } from '../../shared/form/FormParts.tsx'
import * as formStyles from '../../shared/form/form.module.css'
import { focusFirstError, useCheckedForm } from '../../shared/form/form.ts'
import { ReasonButton } from '../../shared/form/ReasonButton.tsx'
import { Card } from '../../shared/layout/PageHeader.tsx'
import { saveBlob } from '../../shared/save-blob.ts'
import { useEraseAccount, useSignedInUser } from '../../shared/session/session.ts'
import { pathTo } from '../../site-map.ts'
import * as styles from './accounts.module.css'
import { signsInByPassword } from './sign-in-methods.ts'

/** Export of the own data, and deletion of the account. */
export function OwnDataCard() {
  const { t } = useTranslation('accounts')
  return (
    <Card title={t('profile.own')}>
      <div className={styles.profileBody}>
        <ul className={styles.profileLines}>
          <ExportLine />
        </ul>
        <AnswerBoundary>
          <ul className={styles.profileLines}>
            <EraseLine />
          </ul>
        </AnswerBoundary>
      </div>
    </Card>
  )
}

function ExportLine() {
  const { t } = useTranslation('accounts')
  const save = useMutation<void, ApiFailure>({
    mutationFn: async () => {
      const data = await call('getOwnData', {})
      const text = `${JSON.stringify(data, null, 2)}\n`
      saveBlob(new Blob([text], { type: 'application/json' }), `vigilux-${data.at.slice(0, 10)}.json`)
    },
  })
  return (
    <li>
      <IconFileExport size={18} aria-hidden />
      <span className={styles.profileLineText}>
        <strong>{t('own.export')}</strong>
        <span className="vx-quiet">{t('own.exportText')}</span>
        <FormFailure error={save.error} />
      </span>
      <Button size="xs" variant="default" loading={save.isPending} onClick={() => save.mutate()}>
        {t('own.exportNow')}
      </Button>
    </li>
  )
}

function EraseLine() {
  const { t } = useTranslation('accounts')
  const { usertype } = useSignedInUser()
  const [isConfirming, setConfirming] = useState(false)
  const queries = useQueryClient()
  const remainingPlants = useAnswer('getPlantsToHandOver', {})
  const methods = useAnswer('getSignInMethods', {})
  const company = signsInByPassword(methods) ? undefined : methods.company?.name
  const blockedReason =
    usertype === 'admin' ? t('own.eraseOffice') : remainingPlants.total > 0 ? t('own.handOverFirst') : undefined
  return (
    <li>
      <IconUserX size={18} aria-hidden />
      <span className={styles.profileLineText}>
        <strong>{t('own.erase')}</strong>
        <span className="vx-quiet">{t('own.eraseText')}</span>
        <PlantsToHandOverNote {...remainingPlants} />
      </span>
      <ReasonButton
        size="xs"
        variant="default"
        c="var(--mantine-color-error)"
        blockedReason={blockedReason}
        onClick={() => setConfirming(true)}
      >
        {t('own.eraseNow')}
      </ReasonButton>
      {isConfirming ? (
        <EraseDialog
          company={company}
          onClose={() => {
            setConfirming(false)
            void queries.invalidateQueries({ queryKey: actionKey('getPlantsToHandOver') })
          }}
        />
      ) : null}
    </li>
  )
}

/** Plants about to lose their last administrator or owner, with links to their members. */
function PlantsToHandOverNote({ plants, total }: PlantsToHandOver) {
  const { t } = useTranslation('accounts')
  if (total === 0) return null
  return (
    <>
      <span>{t('own.handOver')}</span>
      <ul className={styles.profilePlants}>
        {plants.map(({ plant_id, plantname, role }) => (
          <li key={`${plant_id} ${role}`}>
            <Link to={pathTo('plantUsers', { plantId: plant_id })}>{plantname}</Link>{' '}
            <span className="vx-quiet">{role === 'clientOwner' ? t('own.onlyOwner') : t('own.lastAdministrator')}</span>
          </li>
        ))}
        {total > plants.length ? <li>{t('own.andMore', { count: total - plants.length })}</li> : null}
      </ul>
    </>
  )
}

const form = z.object({ password: z.string().min(1, { error: 'cannot_be_empty' }).max(128) })
/** Without a password, for people who sign in through a company. */
const formWithout = z.object({ password: z.string() })

/** `company`: where a person without a password signs in. */
function EraseDialog({ company, onClose }: { company: string | undefined; onClose: () => void }) {
  const { t } = useTranslation(['accounts', 'shared'])
  const passwordForm = useCheckedForm(company ? formWithout : form, { password: '' })
  const eraseAccount = useEraseAccount()
  const erase = useMutation<void, ApiFailure, string | undefined>({
    mutationFn: eraseAccount,
    onError: (error) => {
      if (failureOf(error).code !== 'WRONG_EMAIL_OR_PASSWORD') return
      passwordForm.setFieldError('password', t('password.wrong'))
      focusFirstError()
    },
  })
  const otherError = erase.error && failureOf(erase.error).code !== 'WRONG_EMAIL_OR_PASSWORD' ? erase.error : null
  return (
    <FormDialog title={t('own.eraseTitle')} unsaved={false} onClose={onClose}>
      {(cancel) => (
        <form
          className={formStyles.form}
          noValidate
          onSubmit={passwordForm.onSubmit(
            ({ password }) => erase.mutate(company ? undefined : password),
            focusFirstError,
          )}
        >
          <p>{t('own.eraseWhat')}</p>
          <FormFailure error={otherError} />
          {company ? (
            <p>{t('company.eraseText', { company })}</p>
          ) : (
            <PasswordInput
              label={t('password.current')}
              withAsterisk
              data-autofocus
              autoComplete="current-password"
              visibilityToggleButtonProps={{ 'aria-label': t('showPassword') }}
              {...passwordForm.getInputProps('password')}
            />
          )}
          <FormFoot end>
            <Button variant="default" onClick={cancel}>
              {t('shared:cancel')}
            </Button>
            <Button type="submit" color="red.8" loading={erase.isPending}>
              {t('own.eraseForGood')}
            </Button>
          </FormFoot>
        </form>
      )}
    </FormDialog>
  )
}
