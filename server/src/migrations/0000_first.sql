CREATE TABLE "account" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"account_id" text NOT NULL,
	"provider_id" text NOT NULL,
	"user_id" uuid NOT NULL,
	"access_token" text,
	"refresh_token" text,
	"id_token" text,
	"access_token_expires_at" timestamp with time zone,
	"refresh_token_expires_at" timestamp with time zone,
	"scope" text,
	"password" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "attempt" (
	"key" text PRIMARY KEY NOT NULL,
	"points" integer DEFAULT 0 NOT NULL,
	"expire" bigint
);
--> statement-breakpoint
CREATE TABLE "profile" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"usertype" text NOT NULL,
	"scope" text,
	"validation" text NOT NULL,
	"validation_reason" text,
	"validation_by" uuid,
	"validation_at" timestamp with time zone,
	"name" text NOT NULL,
	"surname" text NOT NULL,
	"phone" text DEFAULT '' NOT NULL,
	"piva" text DEFAULT '' NOT NULL,
	"businessname" text DEFAULT '' NOT NULL,
	"address" jsonb NOT NULL,
	"language" text NOT NULL,
	"age_declared_at" timestamp with time zone,
	"terms_accepted_at" timestamp with time zone,
	"marketing_at" timestamp with time zone,
	"profiling_at" timestamp with time zone,
	"thirdparts_at" timestamp with time zone,
	"nomina_accepted_at" timestamp with time zone,
	"disclaimer_photo_accepted_at" timestamp with time zone,
	"app_config" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"recent_plants" uuid[] DEFAULT '{}' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "session" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"token" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ip_address" text,
	"user_agent" text,
	"user_id" uuid NOT NULL,
	CONSTRAINT "session_token_unique" UNIQUE("token")
);
--> statement-breakpoint
CREATE TABLE "user" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"email_verified" boolean DEFAULT false NOT NULL,
	"image" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "user_email_unique" UNIQUE("email")
);
--> statement-breakpoint
CREATE TABLE "verification" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"identifier" text NOT NULL,
	"value" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "central_unit" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"plant_id" uuid NOT NULL,
	"unit" text NOT NULL,
	"cu_type" text NOT NULL,
	"cu_id" text NOT NULL,
	"acquired" boolean DEFAULT false NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"location" text DEFAULT '' NOT NULL,
	"added_at" timestamp with time zone NOT NULL,
	"removed_at" timestamp with time zone,
	"shadow" jsonb,
	"shadow_at" timestamp with time zone,
	"shadow_boot" bigint DEFAULT -1 NOT NULL,
	"shadow_seq" bigint DEFAULT -1 NOT NULL,
	"state_boot" bigint DEFAULT -1 NOT NULL,
	"state_seq" bigint DEFAULT -1 NOT NULL,
	"on_battery" boolean DEFAULT false NOT NULL,
	"errors" text[] DEFAULT '{}' NOT NULL,
	"warnings" text[] DEFAULT '{}' NOT NULL,
	"network_state" text DEFAULT 'none' NOT NULL,
	"network_code" integer,
	"network_found" integer DEFAULT 0 NOT NULL,
	"network_expected" integer,
	"counts" jsonb DEFAULT '{"conditions":{},"types":{},"errors":{},"total":0}'::jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "enrolment" (
	"id" uuid PRIMARY KEY NOT NULL,
	"plant_id" uuid NOT NULL,
	"unit" text NOT NULL,
	"command_id" uuid NOT NULL,
	"outcome" text,
	"unit_reached" boolean DEFAULT false NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "unit_link" (
	"unit" text PRIMARY KEY NOT NULL,
	"online" boolean NOT NULL,
	"boot" bigint NOT NULL,
	"since" timestamp with time zone NOT NULL,
	"last_seen" timestamp with time zone NOT NULL,
	"clock_drift_s" integer
);
--> statement-breakpoint
CREATE TABLE "unit_command" (
	"id" uuid PRIMARY KEY NOT NULL,
	"plant_id" uuid NOT NULL,
	"unit" text NOT NULL,
	"command" jsonb NOT NULL,
	"name" text NOT NULL,
	"state" text NOT NULL,
	"retries_left" integer NOT NULL,
	"attempt" integer NOT NULL,
	"due_at" timestamp with time zone,
	"error" text,
	"code" text,
	"response" jsonb,
	"answer_timeout_ms" integer NOT NULL,
	"work_timeout_ms" integer NOT NULL,
	"retries" integer NOT NULL,
	"waits_for_unit" boolean DEFAULT false NOT NULL,
	"sets_working" boolean NOT NULL,
	"requested_by" text,
	"requested_by_name" text,
	"requested_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "working_unit" (
	"plant_id" uuid NOT NULL,
	"unit" text NOT NULL,
	"until" timestamp with time zone NOT NULL,
	CONSTRAINT "working_unit_plant_id_unit_pk" PRIMARY KEY("plant_id","unit")
);
--> statement-breakpoint
CREATE TABLE "lamp_note" (
	"central_unit_id" uuid NOT NULL,
	"serial" text NOT NULL,
	"description" text NOT NULL,
	"location" text NOT NULL,
	CONSTRAINT "lamp_note_central_unit_id_serial_pk" PRIMARY KEY("central_unit_id","serial")
);
--> statement-breakpoint
CREATE TABLE "lamp" (
	"central_unit_id" uuid NOT NULL,
	"addr" integer NOT NULL,
	"serial" text NOT NULL,
	"type" text NOT NULL,
	"function" text,
	"mode" text,
	"errors" text[] NOT NULL,
	"condition" text NOT NULL,
	"condition_since" timestamp with time zone NOT NULL,
	"battery" real,
	"dimming" real,
	"groups" integer[] NOT NULL,
	"parity" text,
	"rated_min" integer,
	"product_code" text,
	"software_version" text,
	"boot" bigint NOT NULL,
	"seq" bigint NOT NULL,
	"reported_at" timestamp with time zone NOT NULL,
	CONSTRAINT "lamp_central_unit_id_addr_pk" PRIMARY KEY("central_unit_id","addr")
);
--> statement-breakpoint
CREATE TABLE "unit_record" (
	"unit" text NOT NULL,
	"boot" bigint NOT NULL,
	"seq" bigint NOT NULL,
	"kind" text NOT NULL,
	"body" jsonb NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"received_at" timestamp with time zone NOT NULL,
	"plant_id" uuid,
	CONSTRAINT "unit_record_unit_boot_seq_pk" PRIMARY KEY("unit","boot","seq")
);
--> statement-breakpoint
CREATE TABLE "admin_area" (
	"user_id" uuid NOT NULL,
	"country" text NOT NULL,
	"prov" text DEFAULT '' NOT NULL,
	CONSTRAINT "admin_area_user_id_country_prov_pk" PRIMARY KEY("user_id","country","prov")
);
--> statement-breakpoint
CREATE TABLE "invitation" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"plant_id" uuid NOT NULL,
	"email" text NOT NULL,
	"role" text NOT NULL,
	"token_hash" text NOT NULL,
	"sent_by" uuid NOT NULL,
	"sent_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"accepted_at" timestamp with time zone,
	"accepted_by" uuid,
	"deleted_at" timestamp with time zone,
	CONSTRAINT "invitation_tokenHash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "plant_member" (
	"plant_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"role" text NOT NULL,
	"notifications" boolean DEFAULT true NOT NULL,
	"invited_by" uuid,
	"since" timestamp with time zone NOT NULL,
	CONSTRAINT "plant_member_plant_id_user_id_pk" PRIMARY KEY("plant_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "mail" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"to" text NOT NULL,
	"language" text NOT NULL,
	"template" text NOT NULL,
	"values" jsonb NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"sent_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "plant_figures" (
	"plant_id" uuid PRIMARY KEY NOT NULL,
	"severity" integer NOT NULL,
	"condition" text NOT NULL,
	"result" text NOT NULL,
	"units" integer NOT NULL,
	"connected" integer NOT NULL,
	"lamps" integer NOT NULL,
	"counts" jsonb NOT NULL,
	"attention" jsonb NOT NULL,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "plant" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"plantname" text NOT NULL,
	"plant_type" text NOT NULL,
	"ever_pro" boolean DEFAULT false NOT NULL,
	"pro_expiry" timestamp with time zone,
	"country" text NOT NULL,
	"housenumber" text NOT NULL,
	"city" text NOT NULL,
	"street" text NOT NULL,
	"prov" text NOT NULL,
	"cap" text NOT NULL,
	"lat" double precision,
	"long" double precision,
	"timezone" text NOT NULL,
	"owner" jsonb,
	"logo" text,
	"notifications" boolean DEFAULT true NOT NULL,
	"search_text" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_by" uuid NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"idempotency_key" uuid,
	"removed_at" timestamp with time zone,
	CONSTRAINT "plant_idempotencyKey_unique" UNIQUE("idempotency_key")
);
--> statement-breakpoint
CREATE TABLE "report" (
	"id" uuid PRIMARY KEY NOT NULL,
	"plant_id" uuid NOT NULL,
	"test_id" uuid NOT NULL,
	"language" text NOT NULL,
	"result_filter" text,
	"state" text NOT NULL,
	"bytes" integer,
	"requested_by" text NOT NULL,
	"requested_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "test_result" (
	"test_id" uuid NOT NULL,
	"lamp" integer NOT NULL,
	"serial" text NOT NULL,
	"description" text NOT NULL,
	"location" text NOT NULL,
	"result" text NOT NULL,
	"reason" text,
	"measured_s" integer,
	"at" timestamp with time zone NOT NULL,
	"received_at" timestamp with time zone NOT NULL,
	CONSTRAINT "test_result_test_id_lamp_pk" PRIMARY KEY("test_id","lamp")
);
--> statement-breakpoint
CREATE TABLE "test_run" (
	"id" uuid PRIMARY KEY NOT NULL,
	"plant_id" uuid NOT NULL,
	"central_unit_id" uuid NOT NULL,
	"unit" text NOT NULL,
	"kind" text NOT NULL,
	"trigger" text NOT NULL,
	"state" text NOT NULL,
	"reason" text,
	"requested_by" text,
	"requested_by_name" text,
	"requested_at" timestamp with time zone NOT NULL,
	"started_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	"lamps" integer[] NOT NULL,
	"command_id" uuid
);
--> statement-breakpoint
CREATE TABLE "audit" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"user_id" text,
	"user_name" text NOT NULL,
	"plant_id" uuid,
	"action" text NOT NULL,
	"result" text NOT NULL,
	"request_id" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "account" ADD CONSTRAINT "account_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "profile" ADD CONSTRAINT "profile_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "session" ADD CONSTRAINT "session_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "central_unit" ADD CONSTRAINT "central_unit_plant_id_plant_id_fk" FOREIGN KEY ("plant_id") REFERENCES "public"."plant"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "enrolment" ADD CONSTRAINT "enrolment_plant_id_plant_id_fk" FOREIGN KEY ("plant_id") REFERENCES "public"."plant"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "unit_command" ADD CONSTRAINT "unit_command_plant_id_plant_id_fk" FOREIGN KEY ("plant_id") REFERENCES "public"."plant"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "working_unit" ADD CONSTRAINT "working_unit_plant_id_plant_id_fk" FOREIGN KEY ("plant_id") REFERENCES "public"."plant"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lamp_note" ADD CONSTRAINT "lamp_note_central_unit_id_central_unit_id_fk" FOREIGN KEY ("central_unit_id") REFERENCES "public"."central_unit"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lamp" ADD CONSTRAINT "lamp_central_unit_id_central_unit_id_fk" FOREIGN KEY ("central_unit_id") REFERENCES "public"."central_unit"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitation" ADD CONSTRAINT "invitation_plant_id_plant_id_fk" FOREIGN KEY ("plant_id") REFERENCES "public"."plant"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plant_member" ADD CONSTRAINT "plant_member_plant_id_plant_id_fk" FOREIGN KEY ("plant_id") REFERENCES "public"."plant"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plant_figures" ADD CONSTRAINT "plant_figures_plant_id_plant_id_fk" FOREIGN KEY ("plant_id") REFERENCES "public"."plant"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report" ADD CONSTRAINT "report_plant_id_plant_id_fk" FOREIGN KEY ("plant_id") REFERENCES "public"."plant"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report" ADD CONSTRAINT "report_test_id_test_run_id_fk" FOREIGN KEY ("test_id") REFERENCES "public"."test_run"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "test_result" ADD CONSTRAINT "test_result_test_id_test_run_id_fk" FOREIGN KEY ("test_id") REFERENCES "public"."test_run"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "test_run" ADD CONSTRAINT "test_run_plant_id_plant_id_fk" FOREIGN KEY ("plant_id") REFERENCES "public"."plant"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "test_run" ADD CONSTRAINT "test_run_central_unit_id_central_unit_id_fk" FOREIGN KEY ("central_unit_id") REFERENCES "public"."central_unit"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "account_user" ON "account" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "profile_pending" ON "profile" USING btree ("validation","created_at");--> statement-breakpoint
CREATE INDEX "session_user" ON "session" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "verification_identifier" ON "verification" USING btree ("identifier");--> statement-breakpoint
CREATE UNIQUE INDEX "central_unit_in_plant" ON "central_unit" USING btree ("plant_id","unit") WHERE removed_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "central_unit_acquired" ON "central_unit" USING btree ("unit") WHERE acquired and removed_at is null;--> statement-breakpoint
CREATE INDEX "enrolment_of_unit" ON "enrolment" USING btree ("plant_id","unit","started_at" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "enrolment_open" ON "enrolment" USING btree ("plant_id","unit") WHERE outcome is null;--> statement-breakpoint
CREATE INDEX "unit_link_silent" ON "unit_link" USING btree ("last_seen") WHERE online;--> statement-breakpoint
CREATE INDEX "unit_command_due" ON "unit_command" USING btree ("due_at") WHERE due_at is not null;--> statement-breakpoint
CREATE INDEX "unit_command_plant" ON "unit_command" USING btree ("plant_id","requested_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "unit_command_pending" ON "unit_command" USING btree ("unit") WHERE due_at is not null;--> statement-breakpoint
CREATE INDEX "working_unit_until" ON "working_unit" USING btree ("until");--> statement-breakpoint
CREATE INDEX "lamp_note_serial" ON "lamp_note" USING btree ("serial");--> statement-breakpoint
CREATE INDEX "unit_record_plant" ON "unit_record" USING btree ("plant_id","at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "invitation_plant" ON "invitation" USING btree ("plant_id");--> statement-breakpoint
CREATE INDEX "invitation_email" ON "invitation" USING btree ("email");--> statement-breakpoint
CREATE INDEX "plant_member_user" ON "plant_member" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "mail_unsent" ON "mail" USING btree ("created_at") WHERE sent_at is null;--> statement-breakpoint
CREATE INDEX "plant_figures_severity" ON "plant_figures" USING btree ("severity");--> statement-breakpoint
CREATE INDEX "plant_area" ON "plant" USING btree ("country","prov");--> statement-breakpoint
CREATE INDEX "test_result_serial" ON "test_result" USING btree ("serial","at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "test_run_plant" ON "test_run" USING btree ("plant_id","requested_at" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "test_run_open" ON "test_run" USING btree ("central_unit_id") WHERE trigger = 'user' and state in ('requested', 'running');--> statement-breakpoint
CREATE INDEX "audit_plant_at" ON "audit" USING btree ("plant_id","at" DESC NULLS LAST);