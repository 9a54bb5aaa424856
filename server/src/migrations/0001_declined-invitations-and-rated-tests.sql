ALTER TABLE "invitation" ADD COLUMN "declined_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "test_result" ADD COLUMN "rated_min" integer;--> statement-breakpoint
ALTER TABLE "test_run" ADD COLUMN "rated_min" integer;