-- The zone of an energy report may be removed before the report is made.
ALTER TABLE IF EXISTS "report" DROP CONSTRAINT IF EXISTS "report_error_known";--> statement-breakpoint
ALTER TABLE "report" ADD CONSTRAINT "report_error_known" CHECK ("error" IN ('STORAGE_UNAVAILABLE', 'FILE_STORAGE_FULL', 'FILE_QUOTA_EXCEEDED', 'PLANT_NOT_FOUND', 'HANDOVER_NOT_FOUND', 'FLOOR_PLAN_NOT_FOUND', 'ZONE_NOT_FOUND'));
