import { Button, FileButton, Progress, Select, Text } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import {
  type Attachment,
  type AttachmentCategory,
  attachmentCategories,
  attachmentLimits,
  needsPhotoNotice,
} from '@vigilux/contract/features/attachments/attachment.ts'
import { roleMay } from '@vigilux/contract/kernel/permissions.ts'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAction } from '../../shared/api/use-action.ts'
import { Answered } from '../../shared/feedback/Answered.tsx'
import { FormFailure } from '../../shared/form/FormParts.tsx'
import { ReasonButton } from '../../shared/form/ReasonButton.tsx'
import { useFormats } from '../../shared/format/format.ts'
import { Card } from '../../shared/layout/PageHeader.tsx'
import type { PlantDetails } from '../../shared/plant/plant.ts'
import { AttachmentRow } from './AttachmentRow.tsx'
import { PhotoNotice } from './PhotoNotice.tsx'
import { useAttach } from './use-attach.ts'
import './attachments.css'

type Plant = PlantDetails['plant']

/** The files of a plant: all members fetch them, who administers it adds and removes. */
export function AttachmentsCard({ plant }: { plant: Plant }) {
  const { t } = useTranslation('attachments')
  const { plant_id: plantId } = plant
  // Links to previews work for a minute, so an older answer is of no use.
  const files = useAction('getAttachments', { plantId }, { gcTime: 0 })
  const { files: most } = attachmentLimits
  const number = files.data?.attachments.length
  return (
    <Card title={t('title')} aside={number === undefined ? null : t('number', { number, most })}>
      <div className="vx-settings-body vx-attachments">
        <Answered query={files}>
          {({ attachments }) => <AttachmentList plant={plant} attachments={attachments} />}
        </Answered>
        <AddFiles plant={plant} isFull={number === undefined || number >= most} />
      </div>
    </Card>
  )
}

function AttachmentList({ plant, attachments }: { plant: Plant; attachments: readonly Attachment[] }) {
  const { t } = useTranslation('attachments')
  if (attachments.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {t('none')}
      </Text>
    )
  return (
    <ul className="vx-attachment-list">
      {attachments.map((file) => (
        <AttachmentRow key={file.id} plant={plant} file={file} />
      ))}
    </ul>
  )
}

function AddFiles({ plant, isFull }: { plant: Plant; isFull: boolean }) {
  const { t } = useTranslation('attachments')
  const { t: tShared } = useTranslation('shared')
  const [category, setCategory] = useState<AttachmentCategory>('certificate')
  const { attach, sending, failure, cancel } = useAttach(plant.plant_id)
  const { percent } = useFormats()
  const accepted = useAction('getUserInfos', {}).data?.user.disclaimerPhotoAccepted
  const [waiting, setWaiting] = useState<readonly File[]>([])
  // A browser tells of a file that is chosen again only once it has forgotten the choice before.
  const forgetChoice = useRef<() => void>(null)
  if (!roleMay(plant.role, 'plant.administer'))
    return (
      <Text size="sm" c="dimmed">
        {t('readOnly')}
      </Text>
    )
  const because = isFull ? t('errors.ATTACHMENT_LIMIT', { limit: attachmentLimits.files }) : undefined
  const choose = (files: readonly File[]) => {
    forgetChoice.current?.()
    if (accepted === null && needsPhotoNotice(category)) setWaiting(files)
    else void attach(files, category)
  }
  const goOn = () => {
    setWaiting([])
    void attach(waiting, category)
  }
  return (
    <div className="vx-attach">
      <PhotoNotice opened={waiting.length > 0} onAccepted={goOn} onCancel={() => setWaiting([])} />
      {failure ? (
        <>
          <Text size="sm">{t('failed', { name: failure.name })}</Text>
          <FormFailure error={failure.error} />
        </>
      ) : null}
      {sending ? (
        <div className="vx-attach-sending" role="status">
          <Text size="sm">{t('sending', { name: sending.name, part: percent(Math.floor(sending.part * 100)) })}</Text>
          <Progress value={sending.part * 100} aria-label={sending.name} />
          <Button variant="default" size="xs" onClick={cancel}>
            {tShared('cancel')}
          </Button>
        </div>
      ) : null}
      <div className="vx-attach-add">
        <Select
          label={t('category')}
          data={attachmentCategories.map((value) => ({ value, label: t(`categories.${value}`) }))}
          value={category}
          onChange={(value) => setCategory(attachmentCategories.find((one) => one === value) ?? category)}
          allowDeselect={false}
        />
        <FileButton multiple resetRef={forgetChoice} onChange={choose}>
          {({ onClick }) => (
            <ReasonButton
              variant="default"
              because={because}
              loading={sending !== undefined}
              leftSection={<IconUpload size={16} aria-hidden />}
              onClick={onClick}
            >
              {t('add')}
            </ReasonButton>
          )}
        </FileButton>
      </div>
      <Text size="xs" c="dimmed">
        {t('limits', { most: attachmentLimits.files, megabytes: attachmentLimits.bytes / 1024 ** 2 })}
      </Text>
    </div>
  )
}
