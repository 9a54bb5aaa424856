import { Alert, Switch, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { actionKey, write } from '../../shared/api/use-action.ts'
import { useAnswer } from '../../shared/api/use-answer.ts'
import { AnswerBoundary } from '../../shared/feedback/AnswerBoundary.tsx'
import { FormFailure } from '../../shared/form/FormParts.tsx'
import { Card } from '../../shared/layout/PageHeader.tsx'
import { beginPush, endPush, pushPermission } from '../../shared/offline/browser-push.ts'
import * as styles from './notices.module.css'

/** Whether this browser shows notices while the product is closed, and why it cannot. */
export function PushSwitch() {
  const { t } = useTranslation('notices')
  return (
    <Card title={t('push.title')}>
      <div className={styles.notices}>
        <AnswerBoundary>
          <Browser />
        </AnswerBoundary>
      </div>
    </Card>
  )
}

function Browser() {
  const { t } = useTranslation('notices')
  const { key, on } = useAnswer('getPushDevice', {})
  const queries = useQueryClient()
  const [permission, setPermission] = useState(pushPermission)
  const [failed, setFailed] = useState(false)
  const save = useMutation({
    mutationFn: async (isWanted: boolean) => {
      setFailed(false)
      if (isWanted) {
        const keys = await beginPush(key)
        setPermission(pushPermission())
        if (keys) await write('savePushDevice', keys)
        else setFailed(pushPermission() === 'open')
      } else {
        await write('removePushDevice', {})
        await endPush()
      }
      await queries.invalidateQueries({ queryKey: actionKey('getPushDevice') })
    },
  })
  return (
    <>
      <Switch
        label={t('push.switch')}
        description={t('push.text')}
        checked={on}
        disabled={permission !== 'open' || save.isPending}
        onChange={(event) => save.mutate(event.currentTarget.checked)}
      />
      {permission === 'open' ? null : <Alert color="yellow">{t(`push.${permission}`)}</Alert>}
      {failed ? <Text role="alert">{t('push.failed')}</Text> : null}
      <FormFailure error={save.error} />
    </>
  )
}
