CREATE TABLE "file" (
	"id" uuid PRIMARY KEY NOT NULL,
	"plant_id" uuid NOT NULL,
	"owner_kind" text NOT NULL,
	"name" text NOT NULL,
	"type" text NOT NULL,
	"bytes" bigint NOT NULL,
	"sha256" text,
	"state" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"created_by" text NOT NULL,
	"expires_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "report" ADD COLUMN "file_id" uuid;--> statement-breakpoint
ALTER TABLE "report" ADD COLUMN "error" text;--> statement-breakpoint
ALTER TABLE "file" ADD CONSTRAINT "file_plant_id_plant_id_fk" FOREIGN KEY ("plant_id") REFERENCES "public"."plant"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "file_plant" ON "file" USING btree ("plant_id");--> statement-breakpoint
ALTER TABLE "report" ADD CONSTRAINT "report_file_id_file_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."file"("id") ON DELETE no action ON UPDATE no action;