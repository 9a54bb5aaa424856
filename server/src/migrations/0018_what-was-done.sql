ALTER TABLE "audit" ADD COLUMN "things" jsonb;--> statement-breakpoint
ALTER TABLE "audit" ADD COLUMN "more_things" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "audit" ADD COLUMN "changes" jsonb;--> statement-breakpoint
CREATE INDEX "lamp_serial" ON "lamp" USING btree ("serial");