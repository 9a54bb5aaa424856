import { Alert, Switch, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { write } from '../../shared/api/channel.ts'
import { useAction } from '../../shared/api/use-action.ts'
import { Answered } from '../../shared/feedback/Answered.tsx'
import { FormFailure } from '../../shared/form/FormParts.tsx'
import { Card } from '../../shared/layout/PageHeader.tsx'
import { beginPush, endPush, pushPermission } from '../../shared/offline/browser-push.ts'
import './notices.css'

/** Whether this browser shows notices while the product is closed, and why it cannot. */
export function PushSwitch() {
  const { t } = useTranslation('notices')
  const answer = useAction('getPushDevice', {})
  return (
    <Card title={t('push.title')}>
      <div className="vx-notices">
        <Answered query={answer}>
          {({ key, on }) => <Browser {...{ pushKey: key, on }} refresh={answer.refetch} />}
        </Answered>
      </div>
    </Card>
  )
}

type BrowserProps = { pushKey: string; on: boolean; refresh: () => Promise<unknown> }

function Browser({ pushKey, on, refresh }: BrowserProps) {
  const { t } = useTranslation('notices')
  const [permission, setPermission] = useState(pushPermission)
  const [failed, setFailed] = useState(false)
  const save = useMutation({
    mutationFn: async (wanted: boolean) => {
      setFailed(false)
      if (wanted) {
        const keys = await beginPush(pushKey)
        setPermission(pushPermission())
        if (keys) await write('savePushDevice', keys)
        else setFailed(pushPermission() === 'open')
      } else {
        await write('removePushDevice', {})
        await endPush()
      }
      await refresh()
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
