CREATE TABLE "company_domain" (
	"domain" text PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL
);
--> statement-breakpoint
CREATE TABLE "company_person" (
	"company_id" uuid NOT NULL,
	"subject" text NOT NULL,
	"user_id" uuid NOT NULL,
	"joined_at" timestamp with time zone NOT NULL,
	CONSTRAINT "company_person_company_id_subject_pk" PRIMARY KEY("company_id","subject"),
	CONSTRAINT "company_person_userId_unique" UNIQUE("user_id")
);
--> statement-breakpoint
CREATE TABLE "company" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" text NOT NULL,
	"issuer" text NOT NULL,
	"client_id" text NOT NULL,
	"client_secret" text NOT NULL,
	"usertype" text NOT NULL,
	"passwords" boolean NOT NULL,
	"verified_claim" text NOT NULL,
	"name_claim" text NOT NULL,
	"surname_claim" text NOT NULL,
	"connected_at" timestamp with time zone NOT NULL,
	CONSTRAINT "company_name_unique" UNIQUE("name"),
	CONSTRAINT "company_makes_no_admin" CHECK (usertype in ('installer', 'client', 'basic'))
);
--> statement-breakpoint
CREATE TABLE "company_visit" (
	"state_hash" text PRIMARY KEY NOT NULL,
	"browser_hash" text NOT NULL,
	"company_id" uuid NOT NULL,
	"secrets" text NOT NULL,
	"language" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
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
CREATE TABLE "email_change" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"current_seal" text NOT NULL,
	"new_seal" text,
	"tries_left" integer NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "erased_person" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"pseudonym" text NOT NULL,
	"name" text,
	"email" text,
	"erased_at" timestamp with time zone NOT NULL,
	"done_at" timestamp with time zone,
	CONSTRAINT "erased_person_pseudonym_unique" UNIQUE("pseudonym")
);
--> statement-breakpoint
CREATE TABLE "known_device" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"token_hash" text NOT NULL,
	"signed_in_at" timestamp with time zone NOT NULL,
	CONSTRAINT "known_device_once" UNIQUE("user_id","token_hash")
);
--> statement-breakpoint
CREATE TABLE "passkey" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"credential_id" text NOT NULL,
	"public_key" text NOT NULL,
	"counter" bigint NOT NULL,
	"transports" text[] NOT NULL,
	"name" text NOT NULL,
	"added_at" timestamp with time zone NOT NULL,
	"last_used_at" timestamp with time zone,
	CONSTRAINT "passkey_credentialId_unique" UNIQUE("credential_id")
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
	"kind" text DEFAULT 'person' NOT NULL,
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
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"name_declared_at" timestamp with time zone,
	"identity_method" text,
	"identity_checked_on" date,
	CONSTRAINT "profile_app_config_size" CHECK (octet_length(app_config::text) <= 65536)
);
--> statement-breakpoint
CREATE TABLE "recovery_code" (
	"user_id" uuid NOT NULL,
	"code_hash" text NOT NULL,
	CONSTRAINT "recovery_code_user_id_code_hash_pk" PRIMARY KEY("user_id","code_hash")
);
--> statement-breakpoint
CREATE TABLE "second_factor" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"secret" text NOT NULL,
	"confirmed_at" timestamp with time zone,
	"used_step" integer DEFAULT 0 NOT NULL
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
	"known_device_id" uuid,
	CONSTRAINT "session_token_unique" UNIQUE("token")
);
--> statement-breakpoint
CREATE TABLE "used_challenge" (
	"hash" text PRIMARY KEY NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
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
	"life" text,
	"stranger_life" text,
	"stranger_since" timestamp with time zone,
	"refused_life" text,
	"description" text DEFAULT '' NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"location" text DEFAULT '' NOT NULL,
	"added_at" timestamp with time zone NOT NULL,
	"removed_at" timestamp with time zone,
	"released_enrolled" boolean DEFAULT false NOT NULL,
	"shadow" jsonb,
	"detail" jsonb,
	"replaces" uuid,
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
	"counts" jsonb DEFAULT '{"conditions":{},"types":{},"errors":{},"inhibited":0,"total":0}'::jsonb NOT NULL
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
	"closed" boolean DEFAULT false NOT NULL,
	"life" text DEFAULT '' NOT NULL,
	"connection" bigint DEFAULT 0 NOT NULL,
	"boot" bigint NOT NULL,
	"since" timestamp with time zone NOT NULL,
	"last_seen" timestamp with time zone NOT NULL,
	"clock_drift_s" integer,
	"protocol_fault_at" timestamp with time zone,
	"older_protocol_at" timestamp with time zone,
	"credential_generation" integer DEFAULT 0 NOT NULL,
	"credentials_revoked_at" timestamp with time zone,
	"credentials_changed" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "compliance_profile" (
	"plant_id" uuid PRIMARY KEY NOT NULL,
	"profile" text NOT NULL,
	"edition" text NOT NULL,
	"always_open" boolean NOT NULL
);
--> statement-breakpoint
CREATE TABLE "failed_test" (
	"central_unit_id" uuid NOT NULL,
	"addr" integer NOT NULL,
	"kind" text NOT NULL,
	"serial" text NOT NULL,
	"test_id" uuid NOT NULL,
	"since" timestamp with time zone NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"reason" text,
	"measured_s" integer,
	"rated_min" integer,
	"of_former_lamp" boolean NOT NULL,
	CONSTRAINT "failed_test_central_unit_id_addr_kind_pk" PRIMARY KEY("central_unit_id","addr","kind")
);
--> statement-breakpoint
CREATE TABLE "lamp_change" (
	"central_unit_id" uuid NOT NULL,
	"addr" integer NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"serial" text NOT NULL,
	"mode" text,
	"errors" text[] NOT NULL,
	"condition" text NOT NULL,
	CONSTRAINT "lamp_change_central_unit_id_addr_at_pk" PRIMARY KEY("central_unit_id","addr","at")
) PARTITION BY RANGE ("at");
--> statement-breakpoint
CREATE TABLE "lamp_change_rest" PARTITION OF "lamp_change" DEFAULT;
--> statement-breakpoint
CREATE TABLE "lamp_list" (
	"central_unit_id" uuid PRIMARY KEY NOT NULL,
	"addrs" integer[] NOT NULL,
	"boot" bigint NOT NULL,
	"seq" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "lamp_note" (
	"central_unit_id" uuid NOT NULL,
	"serial" text NOT NULL,
	"description" text NOT NULL,
	"location" text NOT NULL,
	"notes" text DEFAULT '' NOT NULL,
	"notes_by" text,
	"notes_at" timestamp with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "lamp_note_central_unit_id_serial_pk" PRIMARY KEY("central_unit_id","serial")
);
--> statement-breakpoint
CREATE TABLE "lamp_product" (
	"central_unit_id" uuid NOT NULL,
	"serial" text NOT NULL,
	"product_code" text NOT NULL,
	CONSTRAINT "lamp_product_central_unit_id_serial_pk" PRIMARY KEY("central_unit_id","serial")
);
--> statement-breakpoint
CREATE TABLE "lamp" (
	"central_unit_id" uuid NOT NULL,
	"addr" integer NOT NULL,
	"serial" text NOT NULL,
	"type" text NOT NULL,
	"function" text,
	"mode" text,
	"mode_since" timestamp with time zone DEFAULT now() NOT NULL,
	"reported" text[] DEFAULT '{}' NOT NULL,
	"found" text[] DEFAULT '{}' NOT NULL,
	"errors" text[] NOT NULL,
	"faults_since" timestamp with time zone,
	"condition" text NOT NULL,
	"condition_since" timestamp with time zone NOT NULL,
	"battery" real,
	"dimming" real,
	"groups" integer[] NOT NULL,
	"parity" text,
	"rated_min" integer,
	"product_code" text,
	"software_version" text,
	"detail" jsonb,
	"detail_boot" bigint DEFAULT -1 NOT NULL,
	"detail_seq" bigint DEFAULT -1 NOT NULL,
	"uv_ends_at" timestamp with time zone,
	"boot" bigint NOT NULL,
	"seq" bigint NOT NULL,
	"reported_at" timestamp with time zone NOT NULL,
	CONSTRAINT "lamp_central_unit_id_addr_pk" PRIMARY KEY("central_unit_id","addr")
);
--> statement-breakpoint
CREATE TABLE "notice_threshold" (
	"plant_id" uuid PRIMARY KEY NOT NULL,
	"urgent" text[] NOT NULL,
	"fault_lamps" integer NOT NULL,
	"test_lamps" integer NOT NULL,
	"silent_after_h" integer NOT NULL,
	"inhibited_after_min" integer NOT NULL,
	"overdue_after_days" integer NOT NULL,
	"pro_days" integer NOT NULL,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "plant" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"plantname" text NOT NULL,
	"plant_type" text NOT NULL,
	"ever_pro" boolean DEFAULT false NOT NULL,
	"pro_expiry" timestamp with time zone,
	"pro_end_notified" timestamp with time zone,
	"country" text NOT NULL,
	"housenumber" text NOT NULL,
	"city" text NOT NULL,
	"street" text NOT NULL,
	"prov" text NOT NULL,
	"cap" text NOT NULL,
	"lat" double precision,
	"long" double precision,
	"position_by" text DEFAULT 'address' NOT NULL,
	"timezone" text NOT NULL,
	"owner" jsonb,
	"logo" text,
	"notifications" boolean DEFAULT true NOT NULL,
	"search_text" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_by" uuid NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"archived_at" timestamp with time zone,
	"removed_at" timestamp with time zone,
	"removed_by" uuid,
	"removed_by_name" text,
	"erased_at" timestamp with time zone,
	CONSTRAINT "plant_zone_known" CHECK ((timestamptz '2000-01-01T00:00:00Z' at time zone timezone) is not null)
);
--> statement-breakpoint
CREATE TABLE "access_token" (
	"id" uuid PRIMARY KEY NOT NULL,
	"maker_id" uuid NOT NULL,
	"plant_id" uuid,
	"plant_ids" uuid[],
	"name" text NOT NULL,
	"token_hash" text NOT NULL,
	"scopes" text[] NOT NULL,
	"made_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"last_used_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	"end_reason" text,
	CONSTRAINT "access_token_tokenHash_unique" UNIQUE("token_hash"),
	CONSTRAINT "access_token_name_length" CHECK (char_length(name) between 1 and 60),
	CONSTRAINT "access_token_hash_length" CHECK (char_length(token_hash) = 64),
	CONSTRAINT "access_token_has_scope" CHECK (cardinality(scopes) > 0),
	CONSTRAINT "access_token_safety_of_plant" CHECK (plant_id is not null or not 'safety' = any(scopes)),
	CONSTRAINT "access_token_one_restriction" CHECK (plant_id is null or plant_ids is null),
	CONSTRAINT "access_token_expires" CHECK (expires_at > made_at and expires_at <= made_at + interval '17520 hours'),
	CONSTRAINT "access_token_end_whole" CHECK ((ended_at is null) = (end_reason is null))
);
--> statement-breakpoint
CREATE TABLE "aggregation" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"plant_id" uuid NOT NULL,
	"central_unit_id" uuid NOT NULL,
	"name" text NOT NULL,
	"groups" integer[] NOT NULL,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "aggregation_use" (
	"aggregation_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"used_by" uuid NOT NULL,
	"name" text NOT NULL,
	CONSTRAINT "aggregation_use_aggregation_id_kind_used_by_pk" PRIMARY KEY("aggregation_id","kind","used_by")
);
--> statement-breakpoint
CREATE TABLE "attachment" (
	"file_id" uuid PRIMARY KEY NOT NULL,
	"plant_id" uuid NOT NULL,
	"central_unit_id" uuid,
	"serial" text,
	"category" text NOT NULL,
	"added_by" text NOT NULL,
	"preview_state" text NOT NULL,
	"preview_id" uuid
);
--> statement-breakpoint
CREATE TABLE "attention_assignment" (
	"plant_id" uuid NOT NULL,
	"cu" text NOT NULL,
	"code" text NOT NULL,
	"user_id" uuid NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "attention_assignment_plant_id_cu_code_pk" PRIMARY KEY("plant_id","cu","code")
);
--> statement-breakpoint
CREATE TABLE "attention_snooze" (
	"plant_id" uuid NOT NULL,
	"cu" text NOT NULL,
	"code" text NOT NULL,
	"user_id" uuid NOT NULL,
	"until" timestamp with time zone NOT NULL,
	"reason" text NOT NULL,
	"count" integer NOT NULL,
	"condition" text NOT NULL,
	CONSTRAINT "attention_snooze_plant_id_cu_code_user_id_pk" PRIMARY KEY("plant_id","cu","code","user_id")
);
--> statement-breakpoint
CREATE TABLE "price_settings" (
	"plant_id" uuid PRIMARY KEY NOT NULL,
	"currency" text NOT NULL,
	"shown_to_clients" boolean NOT NULL,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "product_price" (
	"plant_id" uuid NOT NULL,
	"product_code" text NOT NULL,
	"cents" integer,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "product_price_plant_id_product_code_pk" PRIMARY KEY("plant_id","product_code")
);
--> statement-breakpoint
CREATE TABLE "bluetooth_entry" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"plant_id" uuid NOT NULL,
	"unit" text NOT NULL,
	"source" text NOT NULL,
	"kind" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"mac" text,
	"serial" text,
	"device" text,
	"addr" integer,
	"reason" text,
	"command" text,
	"error" text,
	"code" text,
	"by_name" text
);
--> statement-breakpoint
CREATE TABLE "bluetooth_report" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"plant_id" uuid NOT NULL,
	"name_hash" text NOT NULL,
	"content" jsonb NOT NULL,
	"made_by" uuid NOT NULL,
	"made_by_name" text NOT NULL,
	"made_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"revoked_at" timestamp with time zone,
	"revoked_by_name" text,
	CONSTRAINT "bluetooth_report_nameHash_unique" UNIQUE("name_hash")
);
--> statement-breakpoint
CREATE TABLE "catalogue" (
	"id" integer PRIMARY KEY NOT NULL,
	"version" integer NOT NULL,
	"digest" text NOT NULL,
	"content" jsonb NOT NULL,
	"imported_at" timestamp with time zone NOT NULL
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
	"answered_by" text,
	"answer_timeout_ms" integer NOT NULL,
	"work_timeout_ms" integer NOT NULL,
	"retries" integer NOT NULL,
	"waits_for_unit" boolean DEFAULT false NOT NULL,
	"sets_working" boolean NOT NULL,
	"sent_at" timestamp with time zone,
	"operation_id" uuid,
	"requested_by" text,
	"requested_by_name" text,
	"requested_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	"traceparent" text
);
--> statement-breakpoint
CREATE TABLE "unit_hold" (
	"plant_id" uuid NOT NULL,
	"unit" text NOT NULL,
	"operation_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"held_by_name" text,
	"since" timestamp with time zone NOT NULL,
	CONSTRAINT "unit_hold_plant_id_unit_pk" PRIMARY KEY("plant_id","unit")
);
--> statement-breakpoint
CREATE TABLE "working_unit" (
	"plant_id" uuid NOT NULL,
	"unit" text NOT NULL,
	"until" timestamp with time zone NOT NULL,
	CONSTRAINT "working_unit_plant_id_unit_pk" PRIMARY KEY("plant_id","unit")
);
--> statement-breakpoint
CREATE TABLE "walk_lamp" (
	"walk_id" uuid NOT NULL,
	"central_unit_id" uuid NOT NULL,
	"serial" text NOT NULL,
	"position" integer NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"reason" text,
	"put_off" integer DEFAULT 0 NOT NULL,
	"by_name" text,
	"at" timestamp with time zone,
	"saved_under" uuid,
	"taken_by" uuid,
	"taken_by_name" text,
	"taken_until" timestamp with time zone,
	"blinks_until" timestamp with time zone,
	CONSTRAINT "walk_lamp_walk_id_central_unit_id_serial_pk" PRIMARY KEY("walk_id","central_unit_id","serial")
);
--> statement-breakpoint
CREATE TABLE "walk" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"plant_id" uuid NOT NULL,
	"central_unit_id" uuid,
	"plan_id" uuid,
	"started_by" text NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "inspector_link" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"plant_id" uuid NOT NULL,
	"secret_hash" text NOT NULL,
	"made_by" uuid NOT NULL,
	"made_by_name" text NOT NULL,
	"made_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"revoked_at" timestamp with time zone,
	"revoked_by_name" text,
	"visits" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "inspector_link_secretHash_unique" UNIQUE("secret_hash")
);
--> statement-breakpoint
CREATE TABLE "inspector_visit" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"link_id" uuid NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "held_test" (
	"id" uuid PRIMARY KEY NOT NULL,
	"plant_id" uuid NOT NULL,
	"central_unit_id" uuid NOT NULL,
	"unit" text NOT NULL,
	"kind" text NOT NULL,
	"lamps" integer[] NOT NULL,
	"state" text NOT NULL,
	"starts_at" timestamp with time zone,
	"charged_at" timestamp with time zone,
	"reason" text,
	"due_at" timestamp with time zone NOT NULL,
	"test_id" uuid,
	"re_test" boolean DEFAULT false NOT NULL,
	"charges_from" timestamp with time zone,
	"requested_by" text NOT NULL,
	"requested_by_name" text NOT NULL,
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
	"boot" bigint,
	"seq" bigint,
	"rated_min" integer,
	"at" timestamp with time zone NOT NULL,
	"received_at" timestamp with time zone NOT NULL,
	"clock_wrong" boolean DEFAULT false NOT NULL,
	CONSTRAINT "test_result_test_id_lamp_pk" PRIMARY KEY("test_id","lamp")
);
--> statement-breakpoint
CREATE TABLE "test_run" (
	"id" uuid PRIMARY KEY NOT NULL,
	"plant_id" uuid NOT NULL,
	"central_unit_id" uuid NOT NULL,
	"unit" text NOT NULL,
	"life" text,
	"kind" text NOT NULL,
	"trigger" text NOT NULL,
	"state" text NOT NULL,
	"reason" text,
	"requested_by" text,
	"requested_by_name" text,
	"requested_at" timestamp with time zone NOT NULL,
	"started_at" timestamp with time zone,
	"start_boot" bigint,
	"start_seq" bigint,
	"ended_at" timestamp with time zone,
	"end_heard_at" timestamp with time zone,
	"lamps" integer[] NOT NULL,
	"rated_min" integer,
	"command_id" uuid,
	"clock_wrong" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "energy_aside" (
	"central_unit_id" uuid PRIMARY KEY NOT NULL,
	"moments" integer NOT NULL,
	"last_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "energy_readings" (
	"central_unit_id" uuid NOT NULL,
	"day" date NOT NULL,
	"lamps" "bytea" NOT NULL,
	CONSTRAINT "energy_readings_central_unit_id_day_pk" PRIMARY KEY("central_unit_id","day")
);
--> statement-breakpoint
CREATE TABLE "energy_settings" (
	"plant_id" uuid PRIMARY KEY NOT NULL,
	"baseline" jsonb,
	"tariffs" jsonb NOT NULL,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "energy_sums" (
	"central_unit_id" uuid NOT NULL,
	"level" text NOT NULL,
	"start" date NOT NULL,
	"lamps" "bytea" NOT NULL,
	"totals" jsonb NOT NULL,
	CONSTRAINT "energy_sums_central_unit_id_level_start_pk" PRIMARY KEY("central_unit_id","level","start")
);
--> statement-breakpoint
CREATE TABLE "energy_unit" (
	"central_unit_id" uuid PRIMARY KEY NOT NULL,
	"timezone" text NOT NULL,
	"latest" bigint,
	"lamps" "bytea" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "energy_waiting" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "energy_waiting_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"central_unit_id" uuid NOT NULL,
	"readings" jsonb NOT NULL
);
--> statement-breakpoint
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
CREATE TABLE "floor_plan_drawing" (
	"id" uuid PRIMARY KEY NOT NULL,
	"plan_id" uuid NOT NULL,
	"name" text NOT NULL,
	"sent_at" timestamp with time zone NOT NULL,
	"state" text NOT NULL,
	"refusal" text,
	"choices" jsonb,
	"choice" jsonb,
	"source_id" uuid,
	"width" integer,
	"height" integer,
	"looks_empty" boolean DEFAULT false NOT NULL,
	"long_side_m" double precision,
	"large_id" uuid,
	"medium_id" uuid,
	"small_id" uuid
);
--> statement-breakpoint
CREATE TABLE "floor_plan_lamp" (
	"central_unit_id" uuid NOT NULL,
	"serial" text NOT NULL,
	"plan_id" uuid NOT NULL,
	"x" double precision NOT NULL,
	"y" double precision NOT NULL,
	CONSTRAINT "floor_plan_lamp_central_unit_id_serial_pk" PRIMARY KEY("central_unit_id","serial")
);
--> statement-breakpoint
CREATE TABLE "floor_plan" (
	"id" uuid PRIMARY KEY NOT NULL,
	"plant_id" uuid NOT NULL,
	"name" text NOT NULL,
	"position" integer NOT NULL,
	"room_id" uuid,
	"version" integer DEFAULT 1 NOT NULL,
	"places_version" integer DEFAULT 0 NOT NULL,
	"long_side_m" double precision,
	"reach_m" double precision,
	"drawing_id" uuid NOT NULL,
	"next_drawing_id" uuid,
	"editor_id" uuid,
	"edited_until" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "floor_plan_outline" (
	"plan_id" uuid NOT NULL,
	"room_id" uuid NOT NULL,
	"outline" jsonb NOT NULL,
	CONSTRAINT "floor_plan_outline_plan_id_room_id_pk" PRIMARY KEY("plan_id","room_id")
);
--> statement-breakpoint
CREATE TABLE "group_name" (
	"central_unit_id" uuid NOT NULL,
	"group" integer NOT NULL,
	"name" text NOT NULL,
	"description" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "group_name_central_unit_id_group_pk" PRIMARY KEY("central_unit_id","group")
);
--> statement-breakpoint
CREATE TABLE "handover_answer" (
	"handover_id" uuid NOT NULL,
	"item" text NOT NULL,
	"answer" text NOT NULL,
	"note" text NOT NULL,
	CONSTRAINT "handover_answer_handover_id_item_pk" PRIMARY KEY("handover_id","item")
);
--> statement-breakpoint
CREATE TABLE "handover_measurement" (
	"handover_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"point" text NOT NULL,
	"lux" double precision NOT NULL,
	"required_lux" double precision NOT NULL,
	"instrument" text NOT NULL,
	"measured_on" date NOT NULL,
	CONSTRAINT "handover_measurement_handover_id_position_pk" PRIMARY KEY("handover_id","position"),
	CONSTRAINT "handover_measurement_lux" CHECK (lux >= 0 and lux < 'infinity' and required_lux > 0),
	CONSTRAINT "handover_measurement_said" CHECK (instrument <> '' and point <> '')
);
--> statement-breakpoint
CREATE TABLE "handover_signature" (
	"handover_id" uuid NOT NULL,
	"side" text NOT NULL,
	"user_id" uuid NOT NULL,
	"name" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"digest" text NOT NULL,
	CONSTRAINT "handover_signature_handover_id_side_pk" PRIMARY KEY("handover_id","side")
);
--> statement-breakpoint
CREATE TABLE "handover" (
	"id" uuid PRIMARY KEY NOT NULL,
	"plant_id" uuid NOT NULL,
	"no" integer NOT NULL,
	"kind" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"remarks" text DEFAULT '' NOT NULL,
	"installed" jsonb,
	"begun_at" timestamp with time zone NOT NULL,
	"begun_by_name" text NOT NULL,
	"signed_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "installation" (
	"id" uuid PRIMARY KEY NOT NULL,
	"alive_at" timestamp with time zone NOT NULL,
	"written_by" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "running_node" (
	"node_id" text PRIMARY KEY NOT NULL,
	"alive_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "lamp_text_change" (
	"revision_id" uuid NOT NULL,
	"central_unit_id" uuid NOT NULL,
	"serial" text NOT NULL,
	"addr" integer NOT NULL,
	"old_description" text NOT NULL,
	"old_location" text NOT NULL,
	"description" text NOT NULL,
	"location" text NOT NULL,
	CONSTRAINT "lamp_text_change_revision_id_central_unit_id_serial_pk" PRIMARY KEY("revision_id","central_unit_id","serial")
);
--> statement-breakpoint
CREATE TABLE "lamp_text_part" (
	"plant_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"work_id" uuid NOT NULL,
	"part" integer NOT NULL,
	"rows" jsonb NOT NULL,
	"count" integer NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "lamp_text_part_plant_id_user_id_work_id_part_pk" PRIMARY KEY("plant_id","user_id","work_id","part")
);
--> statement-breakpoint
CREATE TABLE "lamp_text_revision" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"plant_id" uuid NOT NULL,
	"work_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"by_name" text NOT NULL,
	"lamps" integer NOT NULL,
	"undone_at" timestamp with time zone,
	"undone_by" text
);
--> statement-breakpoint
CREATE TABLE "logbook_entry" (
	"plant_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"central_unit_id" uuid,
	"unit" text,
	"lamp" integer,
	"lamp_serial" text,
	"test_id" uuid,
	"facts" jsonb NOT NULL,
	"clock_wrong" boolean DEFAULT false NOT NULL,
	"once" text,
	"result" text,
	"no" integer NOT NULL,
	"id" uuid NOT NULL,
	"recorded_at" timestamp with time zone NOT NULL,
	"corrects" integer,
	"about" integer,
	"by" uuid,
	"text" text DEFAULT '' NOT NULL,
	"hash" text NOT NULL,
	"search" text DEFAULT '' NOT NULL,
	CONSTRAINT "logbook_entry_plant_id_no_pk" PRIMARY KEY("plant_id","no"),
	CONSTRAINT "logbook_entry_id_unique" UNIQUE("id")
);
--> statement-breakpoint
CREATE TABLE "logbook_head" (
	"plant_id" uuid PRIMARY KEY NOT NULL,
	"no" integer DEFAULT 0 NOT NULL,
	"entries" integer DEFAULT 0 NOT NULL,
	"hash" text NOT NULL,
	"sealed_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "logbook_key" (
	"id" text PRIMARY KEY NOT NULL,
	"public_key" text NOT NULL,
	"closed_key" text NOT NULL,
	"since" timestamp with time zone NOT NULL,
	"until" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "logbook_person" (
	"ref" uuid PRIMARY KEY NOT NULL,
	"plant_id" uuid NOT NULL,
	"user_id" uuid,
	"name" text
);
--> statement-breakpoint
CREATE TABLE "logbook_time_stamp" (
	"plant_id" uuid NOT NULL,
	"head" text NOT NULL,
	"token" text NOT NULL,
	"authority" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "logbook_time_stamp_plant_id_head_pk" PRIMARY KEY("plant_id","head")
);
--> statement-breakpoint
CREATE TABLE "unit_record" (
	"unit" text NOT NULL,
	"life" text DEFAULT '' NOT NULL,
	"boot" bigint NOT NULL,
	"seq" bigint NOT NULL,
	"kind" text NOT NULL,
	"body" jsonb NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"received_at" timestamp with time zone NOT NULL,
	"clock_wrong" boolean DEFAULT false NOT NULL,
	"reported_at" text,
	"plant_id" uuid,
	"central_unit_id" uuid,
	"test_id" uuid,
	"event" jsonb,
	CONSTRAINT "unit_record_unit_life_boot_seq_pk" PRIMARY KEY("unit","life","boot","seq")
);
--> statement-breakpoint
CREATE TABLE "unit_record_gap" (
	"unit" text NOT NULL,
	"life" text NOT NULL,
	"boot" bigint NOT NULL,
	"first" bigint NOT NULL,
	"last" bigint NOT NULL,
	"missing" bigint NOT NULL,
	"plant_id" uuid NOT NULL,
	"central_unit_id" uuid NOT NULL,
	"recovered_at" timestamp with time zone,
	CONSTRAINT "unit_record_gap_unit_life_boot_first_pk" PRIMARY KEY("unit","life","boot","first")
);
--> statement-breakpoint
CREATE TABLE "unit_record_run" (
	"unit" text NOT NULL,
	"life" text NOT NULL,
	"boot" bigint NOT NULL,
	"plant_id" uuid NOT NULL,
	"central_unit_id" uuid NOT NULL,
	"checked_to" bigint DEFAULT 0 NOT NULL,
	"due_at" timestamp with time zone,
	CONSTRAINT "unit_record_run_unit_life_boot_pk" PRIMARY KEY("unit","life","boot")
);
--> statement-breakpoint
CREATE TABLE "round_item" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"plant_id" uuid NOT NULL,
	"round_id" uuid,
	"central_unit_id" uuid NOT NULL,
	"serial" text NOT NULL,
	"addr" integer,
	"error" text NOT NULL,
	"proof" text NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"added_at" timestamp with time zone NOT NULL,
	"not_now" text,
	"not_now_by" text,
	"not_now_at" timestamp with time zone,
	"work" text,
	"work_at" timestamp with time zone,
	"said_at" timestamp with time zone,
	"work_by" uuid,
	"work_by_name" text,
	"work_note" text DEFAULT '' NOT NULL,
	"photos" uuid[] DEFAULT '{}' NOT NULL,
	"work_key" uuid,
	"is_kept" boolean DEFAULT false NOT NULL,
	"held_test_id" uuid,
	"failed_test_id" uuid,
	"closed_at" timestamp with time zone,
	"closed_by" text,
	"closed_test_id" uuid,
	"due_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "round" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"plant_id" uuid NOT NULL,
	"title" text NOT NULL,
	"planned_for" date,
	"assignee" uuid,
	"assignee_name" text,
	"created_by" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"ended_by" text,
	"ended_at" timestamp with time zone,
	"minutes" integer,
	"cents" integer
);
--> statement-breakpoint
CREATE TABLE "admin_area" (
	"user_id" uuid NOT NULL,
	"country" text NOT NULL,
	"prov" text DEFAULT '' NOT NULL,
	CONSTRAINT "admin_area_user_id_country_prov_pk" PRIMARY KEY("user_id","country","prov")
);
--> statement-breakpoint
CREATE TABLE "ended_membership" (
	"plant_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"role" text NOT NULL,
	"ended_on" date NOT NULL,
	CONSTRAINT "ended_membership_plant_id_user_id_pk" PRIMARY KEY("plant_id","user_id")
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
	"language" text,
	"ends_on" date,
	"accepted_at" timestamp with time zone,
	"accepted_by" uuid,
	"declined_at" timestamp with time zone,
	"deleted_at" timestamp with time zone,
	CONSTRAINT "invitation_tokenHash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "member_rule" (
	"plant_id" uuid NOT NULL,
	"domain" text NOT NULL,
	"role" text NOT NULL,
	"made_at" timestamp with time zone NOT NULL,
	CONSTRAINT "member_rule_plant_id_domain_pk" PRIMARY KEY("plant_id","domain")
);
--> statement-breakpoint
CREATE TABLE "plant_member" (
	"plant_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"role" text NOT NULL,
	"notifications" boolean DEFAULT true NOT NULL,
	"invited_by" uuid,
	"since" timestamp with time zone NOT NULL,
	"ends_on" date,
	"ends_at" timestamp with time zone,
	"end_told" integer,
	CONSTRAINT "plant_member_plant_id_user_id_pk" PRIMARY KEY("plant_id","user_id"),
	CONSTRAINT "plant_member_end_whole" CHECK ((ends_on is null) = (ends_at is null))
);
--> statement-breakpoint
CREATE TABLE "monitoring_zone_lamp" (
	"central_unit_id" uuid NOT NULL,
	"serial" text NOT NULL,
	"zone_id" uuid NOT NULL,
	CONSTRAINT "monitoring_zone_lamp_central_unit_id_serial_pk" PRIMARY KEY("central_unit_id","serial")
);
--> statement-breakpoint
CREATE TABLE "monitoring_zone" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"plant_id" uuid NOT NULL,
	"name" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "escalation_run" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"plant_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"cause_id" uuid NOT NULL,
	"cause_ids" uuid[] NOT NULL,
	"since" timestamp with time zone NOT NULL,
	"next_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	CONSTRAINT "escalation_run_causeId_unique" UNIQUE("cause_id")
);
--> statement-breakpoint
CREATE TABLE "escalation_step" (
	"run_id" uuid NOT NULL,
	"step" integer NOT NULL,
	"user_id" uuid NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "escalation_step_run_id_step_pk" PRIMARY KEY("run_id","step"),
	CONSTRAINT "escalation_step_person" UNIQUE("run_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "escalation" (
	"plant_id" uuid PRIMARY KEY NOT NULL,
	"on" boolean NOT NULL,
	"after_minutes" integer NOT NULL,
	"kinds" text[] NOT NULL,
	"user_ids" uuid[] NOT NULL,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "notice_choice" (
	"plant_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"mail" boolean DEFAULT true NOT NULL,
	"push" boolean DEFAULT true NOT NULL,
	CONSTRAINT "notice_choice_plant_id_user_id_kind_pk" PRIMARY KEY("plant_id","user_id","kind")
);
--> statement-breakpoint
CREATE TABLE "notice_delivery" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"notice_id" uuid NOT NULL,
	"channel" text NOT NULL,
	"state" text NOT NULL,
	"state_at" timestamp with time zone NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"gathered" boolean NOT NULL,
	"urgent" boolean DEFAULT false NOT NULL,
	"step" integer DEFAULT 0 NOT NULL,
	"steps" integer DEFAULT 0 NOT NULL,
	"mail_id" uuid,
	"tries" integer DEFAULT 0 NOT NULL,
	"answer" text
);
--> statement-breakpoint
CREATE TABLE "notice_round" (
	"name" text PRIMARY KEY NOT NULL,
	"until" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "notice" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"plant_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"cause_id" uuid NOT NULL,
	"cause_ids" uuid[] NOT NULL,
	"acknowledged_at" timestamp with time zone,
	"snoozed_until" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "notice_timing" (
	"plant_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"rhythm" text DEFAULT 'each' NOT NULL,
	"quiet_from" text,
	"quiet_until" text,
	CONSTRAINT "notice_timing_plant_id_user_id_pk" PRIMARY KEY("plant_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "push_device" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"session_id" uuid NOT NULL,
	"endpoint" text NOT NULL,
	"p256dh" text NOT NULL,
	"auth" text NOT NULL,
	"added_at" timestamp with time zone NOT NULL,
	CONSTRAINT "push_device_sessionId_unique" UNIQUE("session_id"),
	CONSTRAINT "push_device_endpoint_unique" UNIQUE("endpoint")
);
--> statement-breakpoint
CREATE TABLE "push_message" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"batch_id" uuid NOT NULL,
	"device_id" uuid NOT NULL,
	"text" jsonb,
	"is_urgent" boolean NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"sent_at" timestamp with time zone,
	"given_up_at" timestamp with time zone,
	"tries" integer DEFAULT 0 NOT NULL,
	"answer" text
);
--> statement-breakpoint
CREATE TABLE "mail" (
	"id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"to" text NOT NULL,
	"language" text NOT NULL,
	"template" text NOT NULL,
	"values" jsonb NOT NULL,
	"attachment" uuid,
	"created_at" timestamp with time zone NOT NULL,
	"sent_at" timestamp with time zone,
	"tries" integer DEFAULT 0 NOT NULL,
	"answer" text,
	"given_up_at" timestamp with time zone,
	CONSTRAINT "mail_id_created_at_pk" PRIMARY KEY("id","created_at")
) PARTITION BY RANGE ("created_at");
--> statement-breakpoint
CREATE TABLE "mail_rest" PARTITION OF "mail" DEFAULT;
--> statement-breakpoint
CREATE TABLE "office_note" (
	"plant_id" uuid PRIMARY KEY NOT NULL,
	"contract" text NOT NULL,
	"chain" text NOT NULL,
	"note" text NOT NULL,
	"version" integer NOT NULL,
	"saved_by" uuid NOT NULL,
	"saved_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "operation_step" (
	"operation_id" uuid NOT NULL,
	"n" integer NOT NULL,
	"role" text NOT NULL,
	"command" jsonb NOT NULL,
	"undo" jsonb,
	"lamps" integer[] NOT NULL,
	"effect_at_close" boolean DEFAULT false NOT NULL,
	"until" text,
	"state" text NOT NULL,
	"misses" integer DEFAULT 0 NOT NULL,
	"command_id" uuid,
	"error" text,
	"code" text,
	CONSTRAINT "operation_step_operation_id_n_pk" PRIMARY KEY("operation_id","n")
);
--> statement-breakpoint
CREATE TABLE "operation" (
	"id" uuid PRIMARY KEY NOT NULL,
	"plant_id" uuid NOT NULL,
	"unit" text NOT NULL,
	"kind" text NOT NULL,
	"state" text NOT NULL,
	"undoes" uuid,
	"bundle_id" uuid,
	"requested_by" text,
	"requested_by_name" text,
	"requested_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "plant_figures_due" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "plant_figures_due_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"plant_id" uuid NOT NULL
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
CREATE TABLE "picture" (
	"id" uuid PRIMARY KEY NOT NULL,
	"plant_id" uuid,
	"user_id" uuid,
	"type" text NOT NULL,
	"content" "bytea" NOT NULL,
	"made_at" timestamp with time zone NOT NULL,
	CONSTRAINT "picture_plantId_unique" UNIQUE("plant_id"),
	CONSTRAINT "picture_userId_unique" UNIQUE("user_id"),
	CONSTRAINT "picture_of_one" CHECK (num_nonnulls(plant_id, user_id) = 1),
	CONSTRAINT "picture_size" CHECK (octet_length(content) <= 1048576)
);
--> statement-breakpoint
CREATE TABLE "plan_unit" (
	"plan_id" uuid NOT NULL,
	"central_unit_id" uuid NOT NULL,
	"functional" jsonb NOT NULL,
	"autonomy" jsonb NOT NULL,
	"requested_at" timestamp with time zone,
	"accepted_at" timestamp with time zone,
	"due_at" timestamp with time zone NOT NULL,
	CONSTRAINT "plan_unit_plan_id_central_unit_id_pk" PRIMARY KEY("plan_id","central_unit_id")
);
--> statement-breakpoint
CREATE TABLE "plan_settings" (
	"plant_id" uuid PRIMARY KEY NOT NULL,
	"settings" jsonb NOT NULL,
	"version" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "planned_test" (
	"id" uuid PRIMARY KEY NOT NULL,
	"plan_id" uuid NOT NULL,
	"plant_id" uuid NOT NULL,
	"central_unit_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"planner" text NOT NULL,
	"group" text,
	"lamps" integer[] NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"day" date NOT NULL,
	"minutes" integer NOT NULL,
	"state" text NOT NULL,
	"reason" text,
	"moved_from" timestamp with time zone,
	"moved_because" text
);
--> statement-breakpoint
CREATE TABLE "test_plan" (
	"id" uuid PRIMARY KEY NOT NULL,
	"plant_id" uuid NOT NULL,
	"state" text NOT NULL,
	"settings" jsonb NOT NULL,
	"from_day" date NOT NULL,
	"until_day" date NOT NULL,
	"fingerprint" text NOT NULL,
	"conflicts" jsonb NOT NULL,
	"proposed_by" uuid NOT NULL,
	"proposed_by_name" text NOT NULL,
	"proposed_at" timestamp with time zone NOT NULL,
	"accepted_by" uuid,
	"accepted_by_name" text,
	"accepted_at" timestamp with time zone,
	"check_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "favourite_plant" (
	"user_id" uuid NOT NULL,
	"plant_id" uuid NOT NULL,
	CONSTRAINT "favourite_plant_user_id_plant_id_pk" PRIMARY KEY("user_id","plant_id")
);
--> statement-breakpoint
CREATE TABLE "pro_code" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"code_hash" text NOT NULL,
	"last4" text NOT NULL,
	"months" integer NOT NULL,
	"reference" text NOT NULL,
	"made_at" timestamp with time zone NOT NULL,
	"made_by" uuid NOT NULL,
	"made_by_name" text NOT NULL,
	"number" integer NOT NULL,
	"used_at" timestamp with time zone,
	"used_by" uuid,
	"used_by_name" text,
	"plant_id" uuid,
	"kind" text,
	"expiry" timestamp with time zone,
	"revoked_at" timestamp with time zone,
	"revoked_by" uuid,
	"revoked_by_name" text,
	"reason" text,
	CONSTRAINT "pro_code_codeHash_unique" UNIQUE("code_hash")
);
--> statement-breakpoint
CREATE TABLE "inhibition" (
	"id" uuid PRIMARY KEY NOT NULL,
	"plant_id" uuid NOT NULL,
	"central_unit_id" uuid NOT NULL,
	"state" text NOT NULL,
	"reason" text NOT NULL,
	"requested_by" uuid,
	"requested_by_name" text,
	"requested_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	"command_id" uuid NOT NULL,
	"end_requested_by" uuid,
	"end_requested_by_name" text,
	"end_requested_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	"end_reason" text,
	"overdue_at" timestamp with time zone,
	"notified_at" timestamp with time zone,
	"lapsed_at" timestamp with time zone,
	"repeated_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "report_mail" (
	"plant_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"rhythm" text NOT NULL,
	"period" text NOT NULL,
	"next_at" timestamp with time zone NOT NULL,
	CONSTRAINT "report_mail_plant_id_user_id_pk" PRIMARY KEY("plant_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "report" (
	"id" uuid PRIMARY KEY NOT NULL,
	"plant_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"test_id" uuid,
	"request" jsonb NOT NULL,
	"language" text NOT NULL,
	"state" text NOT NULL,
	"bytes" integer,
	"file_id" uuid,
	"error" text,
	"requested_by" text NOT NULL,
	"requested_at" timestamp with time zone NOT NULL,
	CONSTRAINT "report_test_by_kind" CHECK (case kind when 'test' then test_id is not null when 'plant' then true else test_id is null end)
);
--> statement-breakpoint
CREATE TABLE "room_lamp" (
	"central_unit_id" uuid NOT NULL,
	"serial" text NOT NULL,
	"room_id" uuid NOT NULL,
	CONSTRAINT "room_lamp_central_unit_id_serial_pk" PRIMARY KEY("central_unit_id","serial")
);
--> statement-breakpoint
CREATE TABLE "room" (
	"id" uuid PRIMARY KEY NOT NULL,
	"plant_id" uuid NOT NULL,
	"parent_id" uuid,
	"level" text NOT NULL,
	"name" text NOT NULL,
	"kind" text,
	"area_m2" double precision,
	"used_from" text,
	"used_to" text,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "room_unit" (
	"central_unit_id" uuid PRIMARY KEY NOT NULL,
	"room_id" uuid NOT NULL
);
--> statement-breakpoint
CREATE TABLE "removed_scene" (
	"id" uuid PRIMARY KEY NOT NULL,
	"plant_id" uuid NOT NULL,
	"name" text NOT NULL,
	"removed_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "scene_level" (
	"scene_id" uuid NOT NULL,
	"aggregation_id" uuid NOT NULL,
	"level" integer,
	CONSTRAINT "scene_level_scene_id_aggregation_id_pk" PRIMARY KEY("scene_id","aggregation_id")
);
--> statement-breakpoint
CREATE TABLE "scene_run" (
	"id" uuid PRIMARY KEY NOT NULL,
	"plant_id" uuid NOT NULL,
	"scene_id" uuid,
	"name" text NOT NULL,
	"cause" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"by" uuid,
	"by_name" text,
	"input_unit" text,
	"input" integer,
	"left_out" integer DEFAULT 0 NOT NULL,
	"counted" text[],
	"result" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "scene_run_unit" (
	"run_id" uuid NOT NULL,
	"unit" text NOT NULL,
	"command_id" uuid,
	"result" text NOT NULL,
	"reason" text,
	CONSTRAINT "scene_run_unit_run_id_unit_pk" PRIMARY KEY("run_id","unit")
);
--> statement-breakpoint
CREATE TABLE "scene" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"plant_id" uuid NOT NULL,
	"name" text NOT NULL,
	"enabled" boolean NOT NULL,
	"ramp" boolean NOT NULL,
	"mode" text NOT NULL,
	"input_unit_id" uuid,
	"input" integer,
	"calendar" jsonb,
	"saved_at" timestamp with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"due_at" timestamp with time zone,
	"due_is_run" boolean DEFAULT false NOT NULL,
	"due_for" text
);
--> statement-breakpoint
CREATE TABLE "unit_scene_list" (
	"central_unit_id" uuid PRIMARY KEY NOT NULL,
	"target" jsonb NOT NULL,
	"accepted" jsonb,
	"reported_version" integer,
	"requested_at" timestamp with time zone,
	"due_at" timestamp with time zone NOT NULL,
	"expected_until" timestamp with time zone,
	"expect_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "unit_lists_due" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "unit_lists_due_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"plant_id" uuid NOT NULL
);
--> statement-breakpoint
CREATE TABLE "unit_snapshot" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"plant_id" uuid NOT NULL,
	"unit" text NOT NULL,
	"cu_type" text NOT NULL,
	"taken_at" timestamp with time zone NOT NULL,
	"reason" text NOT NULL,
	"taken_by_name" text,
	"operation_id" uuid,
	"lamps" integer NOT NULL,
	"digest" text NOT NULL,
	"configuration" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "calendar_feed" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"plant_id" uuid,
	"name" text NOT NULL,
	"secret_hash" text NOT NULL,
	"made_at" timestamp with time zone NOT NULL,
	"fetched_at" timestamp with time zone,
	CONSTRAINT "calendar_feed_secretHash_unique" UNIQUE("secret_hash")
);
--> statement-breakpoint
CREATE TABLE "saved_view" (
	"id" uuid PRIMARY KEY NOT NULL,
	"plant_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"name" text NOT NULL,
	"list" text NOT NULL,
	"params" jsonb NOT NULL,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "webhook_call" (
	"id" uuid PRIMARY KEY NOT NULL,
	"webhook_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"cause_id" uuid,
	"causes" integer NOT NULL,
	"body" text,
	"at" timestamp with time zone NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"state_at" timestamp with time zone NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"failure" text,
	"answer" text
);
--> statement-breakpoint
CREATE TABLE "webhook" (
	"id" uuid PRIMARY KEY NOT NULL,
	"plant_id" uuid NOT NULL,
	"address" text NOT NULL,
	"kinds" text[] NOT NULL,
	"on" boolean NOT NULL,
	"closed_secret" text NOT NULL,
	"earlier_secrets" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"made_by" uuid NOT NULL,
	"made_at" timestamp with time zone NOT NULL,
	"gone_at" timestamp with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL,
	"sender" uuid,
	"sending_until" timestamp with time zone,
	"turn_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "zone_lamp" (
	"zone_id" uuid NOT NULL,
	"central_unit_id" uuid NOT NULL,
	"serial" text NOT NULL,
	CONSTRAINT "zone_lamp_zone_id_central_unit_id_serial_pk" PRIMARY KEY("zone_id","central_unit_id","serial")
);
--> statement-breakpoint
CREATE TABLE "zone" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"plant_id" uuid NOT NULL,
	"name" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "audit" (
	"id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"user_id" text,
	"user_name" text NOT NULL,
	"token_id" uuid,
	"token_name" text,
	"plant_id" uuid,
	"action" text NOT NULL,
	"result" text NOT NULL,
	"request_id" text NOT NULL,
	"things" jsonb,
	"more_things" integer DEFAULT 0 NOT NULL,
	"changes" jsonb,
	CONSTRAINT "audit_id_at_pk" PRIMARY KEY("id","at")
) PARTITION BY RANGE ("at");
--> statement-breakpoint
CREATE TABLE "audit_rest" PARTITION OF "audit" DEFAULT;
--> statement-breakpoint
CREATE TABLE "dead_letter" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "dead_letter_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"unit" text NOT NULL,
	"channel" text NOT NULL,
	"reason" text NOT NULL,
	"error" text NOT NULL,
	"payload" "bytea" NOT NULL,
	"tries" integer NOT NULL,
	"received_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "idempotent_call" (
	"account_id" uuid NOT NULL,
	"action" text NOT NULL,
	"key" text NOT NULL,
	"payload_hash" text NOT NULL,
	"output" jsonb,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "idempotent_call_account_id_action_key_pk" PRIMARY KEY("account_id","action","key")
);
--> statement-breakpoint
CREATE TABLE "notice_cause" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"plant_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"what" text NOT NULL,
	"once" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"central_unit_id" uuid,
	"addr" integer,
	"faults" text[] DEFAULT '{}' NOT NULL,
	"count" integer,
	"about_at" timestamp with time zone,
	"about_id" uuid,
	"gathered_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	CONSTRAINT "notice_cause_once" UNIQUE("plant_id","once")
);
--> statement-breakpoint
CREATE TABLE "security_event" (
	"id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"kind" text NOT NULL,
	"user_id" text NOT NULL,
	"address" text NOT NULL,
	"action" text NOT NULL,
	"plant_id" uuid,
	"count" integer NOT NULL,
	CONSTRAINT "security_event_id_at_pk" PRIMARY KEY("id","at")
) PARTITION BY RANGE ("at");
--> statement-breakpoint
CREATE TABLE "security_event_rest" PARTITION OF "security_event" DEFAULT;
--> statement-breakpoint
CREATE TABLE "plant_visit" (
	"plant_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"hour" timestamp with time zone NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"user_name" text NOT NULL,
	"scope" text,
	CONSTRAINT "plant_visit_plant_id_user_id_hour_pk" PRIMARY KEY("plant_id","user_id","hour")
);
--> statement-breakpoint
ALTER TABLE "company_domain" ADD CONSTRAINT "company_domain_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "company_person" ADD CONSTRAINT "company_person_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "company_person" ADD CONSTRAINT "company_person_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "company_visit" ADD CONSTRAINT "company_visit_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "account" ADD CONSTRAINT "account_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "email_change" ADD CONSTRAINT "email_change_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "known_device" ADD CONSTRAINT "known_device_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passkey" ADD CONSTRAINT "passkey_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "profile" ADD CONSTRAINT "profile_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recovery_code" ADD CONSTRAINT "recovery_code_user_id_second_factor_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."second_factor"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "second_factor" ADD CONSTRAINT "second_factor_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "session" ADD CONSTRAINT "session_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "session" ADD CONSTRAINT "session_known_device_id_known_device_id_fk" FOREIGN KEY ("known_device_id") REFERENCES "public"."known_device"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "central_unit" ADD CONSTRAINT "central_unit_plant_id_plant_id_fk" FOREIGN KEY ("plant_id") REFERENCES "public"."plant"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "enrolment" ADD CONSTRAINT "enrolment_plant_id_plant_id_fk" FOREIGN KEY ("plant_id") REFERENCES "public"."plant"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "compliance_profile" ADD CONSTRAINT "compliance_profile_plant_id_plant_id_fk" FOREIGN KEY ("plant_id") REFERENCES "public"."plant"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "failed_test" ADD CONSTRAINT "failed_test_central_unit_id_central_unit_id_fk" FOREIGN KEY ("central_unit_id") REFERENCES "public"."central_unit"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lamp_list" ADD CONSTRAINT "lamp_list_central_unit_id_central_unit_id_fk" FOREIGN KEY ("central_unit_id") REFERENCES "public"."central_unit"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lamp_note" ADD CONSTRAINT "lamp_note_central_unit_id_central_unit_id_fk" FOREIGN KEY ("central_unit_id") REFERENCES "public"."central_unit"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lamp_product" ADD CONSTRAINT "lamp_product_central_unit_id_central_unit_id_fk" FOREIGN KEY ("central_unit_id") REFERENCES "public"."central_unit"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lamp" ADD CONSTRAINT "lamp_central_unit_id_central_unit_id_fk" FOREIGN KEY ("central_unit_id") REFERENCES "public"."central_unit"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notice_threshold" ADD CONSTRAINT "notice_threshold_plant_id_plant_id_fk" FOREIGN KEY ("plant_id") REFERENCES "public"."plant"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "access_token" ADD CONSTRAINT "access_token_maker_id_user_id_fk" FOREIGN KEY ("maker_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "access_token" ADD CONSTRAINT "access_token_plant_id_plant_id_fk" FOREIGN KEY ("plant_id") REFERENCES "public"."plant"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "aggregation" ADD CONSTRAINT "aggregation_plant_id_plant_id_fk" FOREIGN KEY ("plant_id") REFERENCES "public"."plant"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "aggregation" ADD CONSTRAINT "aggregation_central_unit_id_central_unit_id_fk" FOREIGN KEY ("central_unit_id") REFERENCES "public"."central_unit"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "aggregation_use" ADD CONSTRAINT "aggregation_use_aggregation_id_aggregation_id_fk" FOREIGN KEY ("aggregation_id") REFERENCES "public"."aggregation"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attachment" ADD CONSTRAINT "attachment_file_id_file_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."file"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attachment" ADD CONSTRAINT "attachment_plant_id_plant_id_fk" FOREIGN KEY ("plant_id") REFERENCES "public"."plant"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attachment" ADD CONSTRAINT "attachment_central_unit_id_central_unit_id_fk" FOREIGN KEY ("central_unit_id") REFERENCES "public"."central_unit"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attachment" ADD CONSTRAINT "attachment_preview_id_file_id_fk" FOREIGN KEY ("preview_id") REFERENCES "public"."file"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attention_assignment" ADD CONSTRAINT "attention_assignment_plant_id_plant_id_fk" FOREIGN KEY ("plant_id") REFERENCES "public"."plant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attention_assignment" ADD CONSTRAINT "attention_assignment_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attention_snooze" ADD CONSTRAINT "attention_snooze_plant_id_plant_id_fk" FOREIGN KEY ("plant_id") REFERENCES "public"."plant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attention_snooze" ADD CONSTRAINT "attention_snooze_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "price_settings" ADD CONSTRAINT "price_settings_plant_id_plant_id_fk" FOREIGN KEY ("plant_id") REFERENCES "public"."plant"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_price" ADD CONSTRAINT "product_price_plant_id_plant_id_fk" FOREIGN KEY ("plant_id") REFERENCES "public"."plant"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bluetooth_entry" ADD CONSTRAINT "bluetooth_entry_plant_id_plant_id_fk" FOREIGN KEY ("plant_id") REFERENCES "public"."plant"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bluetooth_report" ADD CONSTRAINT "bluetooth_report_plant_id_plant_id_fk" FOREIGN KEY ("plant_id") REFERENCES "public"."plant"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "unit_command" ADD CONSTRAINT "unit_command_plant_id_plant_id_fk" FOREIGN KEY ("plant_id") REFERENCES "public"."plant"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "unit_hold" ADD CONSTRAINT "unit_hold_plant_id_plant_id_fk" FOREIGN KEY ("plant_id") REFERENCES "public"."plant"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "working_unit" ADD CONSTRAINT "working_unit_plant_id_plant_id_fk" FOREIGN KEY ("plant_id") REFERENCES "public"."plant"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "walk_lamp" ADD CONSTRAINT "walk_lamp_walk_id_walk_id_fk" FOREIGN KEY ("walk_id") REFERENCES "public"."walk"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "walk_lamp" ADD CONSTRAINT "walk_lamp_central_unit_id_central_unit_id_fk" FOREIGN KEY ("central_unit_id") REFERENCES "public"."central_unit"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "walk" ADD CONSTRAINT "walk_plant_id_plant_id_fk" FOREIGN KEY ("plant_id") REFERENCES "public"."plant"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "walk" ADD CONSTRAINT "walk_central_unit_id_central_unit_id_fk" FOREIGN KEY ("central_unit_id") REFERENCES "public"."central_unit"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "walk" ADD CONSTRAINT "walk_plan_id_floor_plan_id_fk" FOREIGN KEY ("plan_id") REFERENCES "public"."floor_plan"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inspector_link" ADD CONSTRAINT "inspector_link_plant_id_plant_id_fk" FOREIGN KEY ("plant_id") REFERENCES "public"."plant"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inspector_visit" ADD CONSTRAINT "inspector_visit_link_id_inspector_link_id_fk" FOREIGN KEY ("link_id") REFERENCES "public"."inspector_link"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "held_test" ADD CONSTRAINT "held_test_plant_id_plant_id_fk" FOREIGN KEY ("plant_id") REFERENCES "public"."plant"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "held_test" ADD CONSTRAINT "held_test_central_unit_id_central_unit_id_fk" FOREIGN KEY ("central_unit_id") REFERENCES "public"."central_unit"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "test_result" ADD CONSTRAINT "test_result_test_id_test_run_id_fk" FOREIGN KEY ("test_id") REFERENCES "public"."test_run"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "test_run" ADD CONSTRAINT "test_run_plant_id_plant_id_fk" FOREIGN KEY ("plant_id") REFERENCES "public"."plant"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "test_run" ADD CONSTRAINT "test_run_central_unit_id_central_unit_id_fk" FOREIGN KEY ("central_unit_id") REFERENCES "public"."central_unit"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "energy_aside" ADD CONSTRAINT "energy_aside_central_unit_id_central_unit_id_fk" FOREIGN KEY ("central_unit_id") REFERENCES "public"."central_unit"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "energy_readings" ADD CONSTRAINT "energy_readings_central_unit_id_central_unit_id_fk" FOREIGN KEY ("central_unit_id") REFERENCES "public"."central_unit"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "energy_settings" ADD CONSTRAINT "energy_settings_plant_id_plant_id_fk" FOREIGN KEY ("plant_id") REFERENCES "public"."plant"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "energy_sums" ADD CONSTRAINT "energy_sums_central_unit_id_central_unit_id_fk" FOREIGN KEY ("central_unit_id") REFERENCES "public"."central_unit"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "energy_unit" ADD CONSTRAINT "energy_unit_central_unit_id_central_unit_id_fk" FOREIGN KEY ("central_unit_id") REFERENCES "public"."central_unit"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "energy_waiting" ADD CONSTRAINT "energy_waiting_central_unit_id_central_unit_id_fk" FOREIGN KEY ("central_unit_id") REFERENCES "public"."central_unit"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "file" ADD CONSTRAINT "file_plant_id_plant_id_fk" FOREIGN KEY ("plant_id") REFERENCES "public"."plant"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "floor_plan_drawing" ADD CONSTRAINT "floor_plan_drawing_plan_id_floor_plan_id_fk" FOREIGN KEY ("plan_id") REFERENCES "public"."floor_plan"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "floor_plan_drawing" ADD CONSTRAINT "floor_plan_drawing_source_id_file_id_fk" FOREIGN KEY ("source_id") REFERENCES "public"."file"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "floor_plan_drawing" ADD CONSTRAINT "floor_plan_drawing_large_id_file_id_fk" FOREIGN KEY ("large_id") REFERENCES "public"."file"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "floor_plan_drawing" ADD CONSTRAINT "floor_plan_drawing_medium_id_file_id_fk" FOREIGN KEY ("medium_id") REFERENCES "public"."file"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "floor_plan_drawing" ADD CONSTRAINT "floor_plan_drawing_small_id_file_id_fk" FOREIGN KEY ("small_id") REFERENCES "public"."file"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "floor_plan_lamp" ADD CONSTRAINT "floor_plan_lamp_central_unit_id_central_unit_id_fk" FOREIGN KEY ("central_unit_id") REFERENCES "public"."central_unit"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "floor_plan_lamp" ADD CONSTRAINT "floor_plan_lamp_plan_id_floor_plan_id_fk" FOREIGN KEY ("plan_id") REFERENCES "public"."floor_plan"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "floor_plan" ADD CONSTRAINT "floor_plan_plant_id_plant_id_fk" FOREIGN KEY ("plant_id") REFERENCES "public"."plant"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "floor_plan" ADD CONSTRAINT "floor_plan_room_id_room_id_fk" FOREIGN KEY ("room_id") REFERENCES "public"."room"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "floor_plan" ADD CONSTRAINT "floor_plan_editor_id_user_id_fk" FOREIGN KEY ("editor_id") REFERENCES "public"."user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "floor_plan_outline" ADD CONSTRAINT "floor_plan_outline_plan_id_floor_plan_id_fk" FOREIGN KEY ("plan_id") REFERENCES "public"."floor_plan"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "floor_plan_outline" ADD CONSTRAINT "floor_plan_outline_room_id_room_id_fk" FOREIGN KEY ("room_id") REFERENCES "public"."room"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "group_name" ADD CONSTRAINT "group_name_central_unit_id_central_unit_id_fk" FOREIGN KEY ("central_unit_id") REFERENCES "public"."central_unit"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "handover_answer" ADD CONSTRAINT "handover_answer_handover_id_handover_id_fk" FOREIGN KEY ("handover_id") REFERENCES "public"."handover"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "handover_measurement" ADD CONSTRAINT "handover_measurement_handover_id_handover_id_fk" FOREIGN KEY ("handover_id") REFERENCES "public"."handover"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "handover_signature" ADD CONSTRAINT "handover_signature_handover_id_handover_id_fk" FOREIGN KEY ("handover_id") REFERENCES "public"."handover"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "handover" ADD CONSTRAINT "handover_plant_id_plant_id_fk" FOREIGN KEY ("plant_id") REFERENCES "public"."plant"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lamp_text_change" ADD CONSTRAINT "lamp_text_change_revision_id_lamp_text_revision_id_fk" FOREIGN KEY ("revision_id") REFERENCES "public"."lamp_text_revision"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lamp_text_change" ADD CONSTRAINT "lamp_text_change_central_unit_id_central_unit_id_fk" FOREIGN KEY ("central_unit_id") REFERENCES "public"."central_unit"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lamp_text_part" ADD CONSTRAINT "lamp_text_part_plant_id_plant_id_fk" FOREIGN KEY ("plant_id") REFERENCES "public"."plant"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lamp_text_revision" ADD CONSTRAINT "lamp_text_revision_plant_id_plant_id_fk" FOREIGN KEY ("plant_id") REFERENCES "public"."plant"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "logbook_entry" ADD CONSTRAINT "logbook_entry_plant_id_plant_id_fk" FOREIGN KEY ("plant_id") REFERENCES "public"."plant"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "logbook_entry" ADD CONSTRAINT "logbook_entry_central_unit_id_central_unit_id_fk" FOREIGN KEY ("central_unit_id") REFERENCES "public"."central_unit"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "logbook_head" ADD CONSTRAINT "logbook_head_plant_id_plant_id_fk" FOREIGN KEY ("plant_id") REFERENCES "public"."plant"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "logbook_person" ADD CONSTRAINT "logbook_person_plant_id_plant_id_fk" FOREIGN KEY ("plant_id") REFERENCES "public"."plant"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "logbook_time_stamp" ADD CONSTRAINT "logbook_time_stamp_plant_id_plant_id_fk" FOREIGN KEY ("plant_id") REFERENCES "public"."plant"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "unit_record" ADD CONSTRAINT "unit_record_plant_id_plant_id_fk" FOREIGN KEY ("plant_id") REFERENCES "public"."plant"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "unit_record" ADD CONSTRAINT "unit_record_central_unit_id_central_unit_id_fk" FOREIGN KEY ("central_unit_id") REFERENCES "public"."central_unit"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "unit_record_gap" ADD CONSTRAINT "unit_record_gap_plant_id_plant_id_fk" FOREIGN KEY ("plant_id") REFERENCES "public"."plant"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "unit_record_gap" ADD CONSTRAINT "unit_record_gap_central_unit_id_central_unit_id_fk" FOREIGN KEY ("central_unit_id") REFERENCES "public"."central_unit"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "unit_record_run" ADD CONSTRAINT "unit_record_run_plant_id_plant_id_fk" FOREIGN KEY ("plant_id") REFERENCES "public"."plant"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "unit_record_run" ADD CONSTRAINT "unit_record_run_central_unit_id_central_unit_id_fk" FOREIGN KEY ("central_unit_id") REFERENCES "public"."central_unit"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "round_item" ADD CONSTRAINT "round_item_plant_id_plant_id_fk" FOREIGN KEY ("plant_id") REFERENCES "public"."plant"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "round_item" ADD CONSTRAINT "round_item_round_id_round_id_fk" FOREIGN KEY ("round_id") REFERENCES "public"."round"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "round_item" ADD CONSTRAINT "round_item_central_unit_id_central_unit_id_fk" FOREIGN KEY ("central_unit_id") REFERENCES "public"."central_unit"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "round" ADD CONSTRAINT "round_plant_id_plant_id_fk" FOREIGN KEY ("plant_id") REFERENCES "public"."plant"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "admin_area" ADD CONSTRAINT "admin_area_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ended_membership" ADD CONSTRAINT "ended_membership_plant_id_plant_id_fk" FOREIGN KEY ("plant_id") REFERENCES "public"."plant"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ended_membership" ADD CONSTRAINT "ended_membership_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitation" ADD CONSTRAINT "invitation_plant_id_plant_id_fk" FOREIGN KEY ("plant_id") REFERENCES "public"."plant"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "member_rule" ADD CONSTRAINT "member_rule_plant_id_plant_id_fk" FOREIGN KEY ("plant_id") REFERENCES "public"."plant"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plant_member" ADD CONSTRAINT "plant_member_plant_id_plant_id_fk" FOREIGN KEY ("plant_id") REFERENCES "public"."plant"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plant_member" ADD CONSTRAINT "plant_member_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "monitoring_zone_lamp" ADD CONSTRAINT "monitoring_zone_lamp_central_unit_id_central_unit_id_fk" FOREIGN KEY ("central_unit_id") REFERENCES "public"."central_unit"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "monitoring_zone_lamp" ADD CONSTRAINT "monitoring_zone_lamp_zone_id_monitoring_zone_id_fk" FOREIGN KEY ("zone_id") REFERENCES "public"."monitoring_zone"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "monitoring_zone" ADD CONSTRAINT "monitoring_zone_plant_id_plant_id_fk" FOREIGN KEY ("plant_id") REFERENCES "public"."plant"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "escalation_run" ADD CONSTRAINT "escalation_run_plant_id_plant_id_fk" FOREIGN KEY ("plant_id") REFERENCES "public"."plant"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "escalation_step" ADD CONSTRAINT "escalation_step_run_id_escalation_run_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."escalation_run"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "escalation" ADD CONSTRAINT "escalation_plant_id_plant_id_fk" FOREIGN KEY ("plant_id") REFERENCES "public"."plant"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notice_choice" ADD CONSTRAINT "notice_choice_plant_id_plant_id_fk" FOREIGN KEY ("plant_id") REFERENCES "public"."plant"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notice_choice" ADD CONSTRAINT "notice_choice_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notice_delivery" ADD CONSTRAINT "notice_delivery_notice_id_notice_id_fk" FOREIGN KEY ("notice_id") REFERENCES "public"."notice"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notice" ADD CONSTRAINT "notice_plant_id_plant_id_fk" FOREIGN KEY ("plant_id") REFERENCES "public"."plant"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notice" ADD CONSTRAINT "notice_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notice_timing" ADD CONSTRAINT "notice_timing_plant_id_plant_id_fk" FOREIGN KEY ("plant_id") REFERENCES "public"."plant"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notice_timing" ADD CONSTRAINT "notice_timing_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_device" ADD CONSTRAINT "push_device_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_device" ADD CONSTRAINT "push_device_session_id_session_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."session"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "office_note" ADD CONSTRAINT "office_note_plant_id_plant_id_fk" FOREIGN KEY ("plant_id") REFERENCES "public"."plant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "operation_step" ADD CONSTRAINT "operation_step_operation_id_operation_id_fk" FOREIGN KEY ("operation_id") REFERENCES "public"."operation"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "operation" ADD CONSTRAINT "operation_plant_id_plant_id_fk" FOREIGN KEY ("plant_id") REFERENCES "public"."plant"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plant_figures" ADD CONSTRAINT "plant_figures_plant_id_plant_id_fk" FOREIGN KEY ("plant_id") REFERENCES "public"."plant"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "picture" ADD CONSTRAINT "picture_plant_id_plant_id_fk" FOREIGN KEY ("plant_id") REFERENCES "public"."plant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "picture" ADD CONSTRAINT "picture_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plan_unit" ADD CONSTRAINT "plan_unit_plan_id_test_plan_id_fk" FOREIGN KEY ("plan_id") REFERENCES "public"."test_plan"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plan_unit" ADD CONSTRAINT "plan_unit_central_unit_id_central_unit_id_fk" FOREIGN KEY ("central_unit_id") REFERENCES "public"."central_unit"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plan_settings" ADD CONSTRAINT "plan_settings_plant_id_plant_id_fk" FOREIGN KEY ("plant_id") REFERENCES "public"."plant"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "planned_test" ADD CONSTRAINT "planned_test_plan_id_test_plan_id_fk" FOREIGN KEY ("plan_id") REFERENCES "public"."test_plan"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "planned_test" ADD CONSTRAINT "planned_test_plant_id_plant_id_fk" FOREIGN KEY ("plant_id") REFERENCES "public"."plant"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "planned_test" ADD CONSTRAINT "planned_test_central_unit_id_central_unit_id_fk" FOREIGN KEY ("central_unit_id") REFERENCES "public"."central_unit"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "test_plan" ADD CONSTRAINT "test_plan_plant_id_plant_id_fk" FOREIGN KEY ("plant_id") REFERENCES "public"."plant"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "favourite_plant" ADD CONSTRAINT "favourite_plant_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "favourite_plant" ADD CONSTRAINT "favourite_plant_plant_id_plant_id_fk" FOREIGN KEY ("plant_id") REFERENCES "public"."plant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pro_code" ADD CONSTRAINT "pro_code_plant_id_plant_id_fk" FOREIGN KEY ("plant_id") REFERENCES "public"."plant"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inhibition" ADD CONSTRAINT "inhibition_plant_id_plant_id_fk" FOREIGN KEY ("plant_id") REFERENCES "public"."plant"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inhibition" ADD CONSTRAINT "inhibition_central_unit_id_central_unit_id_fk" FOREIGN KEY ("central_unit_id") REFERENCES "public"."central_unit"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_mail" ADD CONSTRAINT "report_mail_plant_id_plant_id_fk" FOREIGN KEY ("plant_id") REFERENCES "public"."plant"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_mail" ADD CONSTRAINT "report_mail_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report" ADD CONSTRAINT "report_plant_id_plant_id_fk" FOREIGN KEY ("plant_id") REFERENCES "public"."plant"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report" ADD CONSTRAINT "report_test_id_test_run_id_fk" FOREIGN KEY ("test_id") REFERENCES "public"."test_run"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report" ADD CONSTRAINT "report_file_id_file_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."file"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "room_lamp" ADD CONSTRAINT "room_lamp_central_unit_id_central_unit_id_fk" FOREIGN KEY ("central_unit_id") REFERENCES "public"."central_unit"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "room_lamp" ADD CONSTRAINT "room_lamp_room_id_room_id_fk" FOREIGN KEY ("room_id") REFERENCES "public"."room"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "room" ADD CONSTRAINT "room_plant_id_plant_id_fk" FOREIGN KEY ("plant_id") REFERENCES "public"."plant"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "room_unit" ADD CONSTRAINT "room_unit_central_unit_id_central_unit_id_fk" FOREIGN KEY ("central_unit_id") REFERENCES "public"."central_unit"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "room_unit" ADD CONSTRAINT "room_unit_room_id_room_id_fk" FOREIGN KEY ("room_id") REFERENCES "public"."room"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "removed_scene" ADD CONSTRAINT "removed_scene_plant_id_plant_id_fk" FOREIGN KEY ("plant_id") REFERENCES "public"."plant"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "scene_level" ADD CONSTRAINT "scene_level_scene_id_scene_id_fk" FOREIGN KEY ("scene_id") REFERENCES "public"."scene"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "scene_level" ADD CONSTRAINT "scene_level_aggregation_id_aggregation_id_fk" FOREIGN KEY ("aggregation_id") REFERENCES "public"."aggregation"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "scene_run" ADD CONSTRAINT "scene_run_plant_id_plant_id_fk" FOREIGN KEY ("plant_id") REFERENCES "public"."plant"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "scene_run" ADD CONSTRAINT "scene_run_scene_id_scene_id_fk" FOREIGN KEY ("scene_id") REFERENCES "public"."scene"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "scene_run_unit" ADD CONSTRAINT "scene_run_unit_run_id_scene_run_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."scene_run"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "scene" ADD CONSTRAINT "scene_plant_id_plant_id_fk" FOREIGN KEY ("plant_id") REFERENCES "public"."plant"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "scene" ADD CONSTRAINT "scene_input_unit_id_central_unit_id_fk" FOREIGN KEY ("input_unit_id") REFERENCES "public"."central_unit"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "unit_scene_list" ADD CONSTRAINT "unit_scene_list_central_unit_id_central_unit_id_fk" FOREIGN KEY ("central_unit_id") REFERENCES "public"."central_unit"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "unit_snapshot" ADD CONSTRAINT "unit_snapshot_plant_id_plant_id_fk" FOREIGN KEY ("plant_id") REFERENCES "public"."plant"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "calendar_feed" ADD CONSTRAINT "calendar_feed_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "calendar_feed" ADD CONSTRAINT "calendar_feed_plant_id_plant_id_fk" FOREIGN KEY ("plant_id") REFERENCES "public"."plant"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_view" ADD CONSTRAINT "saved_view_plant_id_plant_id_fk" FOREIGN KEY ("plant_id") REFERENCES "public"."plant"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_view" ADD CONSTRAINT "saved_view_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_call" ADD CONSTRAINT "webhook_call_webhook_id_webhook_id_fk" FOREIGN KEY ("webhook_id") REFERENCES "public"."webhook"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook" ADD CONSTRAINT "webhook_plant_id_plant_id_fk" FOREIGN KEY ("plant_id") REFERENCES "public"."plant"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "zone_lamp" ADD CONSTRAINT "zone_lamp_zone_id_zone_id_fk" FOREIGN KEY ("zone_id") REFERENCES "public"."zone"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "zone_lamp" ADD CONSTRAINT "zone_lamp_central_unit_id_central_unit_id_fk" FOREIGN KEY ("central_unit_id") REFERENCES "public"."central_unit"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "zone" ADD CONSTRAINT "zone_plant_id_plant_id_fk" FOREIGN KEY ("plant_id") REFERENCES "public"."plant"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "company_domain_company" ON "company_domain" USING btree ("company_id");--> statement-breakpoint
CREATE INDEX "company_visit_expires" ON "company_visit" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "company_visit_company" ON "company_visit" USING btree ("company_id");--> statement-breakpoint
CREATE INDEX "account_user" ON "account" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "passkey_user" ON "passkey" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "profile_pending" ON "profile" USING btree ("validation","created_at");--> statement-breakpoint
CREATE INDEX "session_user" ON "session" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "session_device" ON "session" USING btree ("known_device_id");--> statement-breakpoint
CREATE INDEX "verification_identifier" ON "verification" USING btree ("identifier");--> statement-breakpoint
CREATE UNIQUE INDEX "central_unit_in_plant" ON "central_unit" USING btree ("plant_id","unit") WHERE removed_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "central_unit_acquired" ON "central_unit" USING btree ("unit") WHERE acquired and removed_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "central_unit_life" ON "central_unit" USING btree ("unit","life") WHERE life is not null;--> statement-breakpoint
CREATE INDEX "enrolment_of_unit" ON "enrolment" USING btree ("plant_id","unit","started_at");--> statement-breakpoint
CREATE UNIQUE INDEX "enrolment_open" ON "enrolment" USING btree ("plant_id","unit") WHERE outcome is null;--> statement-breakpoint
CREATE INDEX "unit_link_credentials" ON "unit_link" USING btree ("unit") WHERE credential_generation > 0 or credentials_revoked_at is not null or credentials_changed;--> statement-breakpoint
CREATE INDEX "unit_link_silent" ON "unit_link" USING btree ("last_seen") WHERE online;--> statement-breakpoint
CREATE INDEX "unit_link_away" ON "unit_link" USING btree ("last_seen") WHERE not online;--> statement-breakpoint
CREATE INDEX "unit_link_away_since" ON "unit_link" USING btree ("since") WHERE not online;--> statement-breakpoint
CREATE INDEX "unit_link_protocol_fault" ON "unit_link" USING btree ("protocol_fault_at") WHERE protocol_fault_at is not null;--> statement-breakpoint
CREATE INDEX "lamp_note_serial" ON "lamp_note" USING btree ("serial");--> statement-breakpoint
CREATE INDEX "lamp_serial" ON "lamp" USING btree ("serial");--> statement-breakpoint
CREATE INDEX "lamp_faulty" ON "lamp" USING btree ("central_unit_id") WHERE errors <> '{}';--> statement-breakpoint
CREATE INDEX "plant_area" ON "plant" USING btree ("country","prov");--> statement-breakpoint
CREATE INDEX "plant_position" ON "plant" USING btree ("lat","long") WHERE lat is not null and removed_at is null;--> statement-breakpoint
CREATE INDEX "plant_without_position" ON "plant" USING btree ("id") WHERE lat is null and removed_at is null;--> statement-breakpoint
CREATE INDEX "plant_removed" ON "plant" USING btree ("removed_at") WHERE removed_at is not null;--> statement-breakpoint
CREATE INDEX "plant_pro_end" ON "plant" USING btree ("pro_expiry") WHERE ever_pro and pro_end_notified is distinct from pro_expiry;--> statement-breakpoint
CREATE INDEX "access_token_maker" ON "access_token" USING btree ("maker_id");--> statement-breakpoint
CREATE INDEX "access_token_plant" ON "access_token" USING btree ("plant_id");--> statement-breakpoint
CREATE INDEX "access_token_end" ON "access_token" USING btree ((least(ended_at, expires_at)));--> statement-breakpoint
CREATE UNIQUE INDEX "aggregation_name" ON "aggregation" USING btree ("plant_id",lower("name"));--> statement-breakpoint
CREATE INDEX "aggregation_unit" ON "aggregation" USING btree ("central_unit_id");--> statement-breakpoint
CREATE INDEX "aggregation_use_by" ON "aggregation_use" USING btree ("used_by");--> statement-breakpoint
CREATE INDEX "attachment_plant" ON "attachment" USING btree ("plant_id");--> statement-breakpoint
CREATE INDEX "attachment_lamp" ON "attachment" USING btree ("central_unit_id","serial");--> statement-breakpoint
CREATE INDEX "attention_assignment_user" ON "attention_assignment" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "attention_snooze_user" ON "attention_snooze" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "bluetooth_entry_once" ON "bluetooth_entry" USING btree ("plant_id","unit","source");--> statement-breakpoint
CREATE INDEX "bluetooth_entry_plant" ON "bluetooth_entry" USING btree ("plant_id","at");--> statement-breakpoint
CREATE INDEX "bluetooth_entry_change" ON "bluetooth_entry" USING btree ("plant_id","unit","at") WHERE source like 'shadow %';--> statement-breakpoint
CREATE INDEX "bluetooth_entry_link" ON "bluetooth_entry" USING btree ("plant_id","unit","at") WHERE source like 'link %';--> statement-breakpoint
CREATE INDEX "bluetooth_report_plant" ON "bluetooth_report" USING btree ("plant_id","made_at");--> statement-breakpoint
CREATE INDEX "bluetooth_report_expires" ON "bluetooth_report" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "unit_command_due" ON "unit_command" USING btree ("due_at") WHERE due_at is not null;--> statement-breakpoint
CREATE INDEX "unit_command_open" ON "unit_command" USING btree ("plant_id","requested_at") WHERE due_at is not null;--> statement-breakpoint
CREATE INDEX "unit_command_ended" ON "unit_command" USING btree ("plant_id","ended_at") WHERE ended_at is not null;--> statement-breakpoint
CREATE INDEX "unit_command_asked" ON "unit_command" USING btree ("plant_id","requested_at") WHERE requested_by is not null and operation_id is null;--> statement-breakpoint
CREATE INDEX "unit_command_spaced" ON "unit_command" USING btree ("unit","name","requested_at") WHERE name in ('statusQuery', 'setClock', 'setDateTimeFunzionale', 'setDateTimeAutonomia');--> statement-breakpoint
CREATE INDEX "unit_command_pending" ON "unit_command" USING btree ("unit") WHERE due_at is not null;--> statement-breakpoint
CREATE INDEX "working_unit_until" ON "working_unit" USING btree ("until");--> statement-breakpoint
CREATE UNIQUE INDEX "walk_lamp_of_person" ON "walk_lamp" USING btree ("walk_id","taken_by") WHERE taken_by is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "walk_lamp_taken" ON "walk_lamp" USING btree ("central_unit_id","serial") WHERE taken_by is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "walk_of_unit" ON "walk" USING btree ("central_unit_id") WHERE ended_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "walk_of_plan" ON "walk" USING btree ("plan_id") WHERE plan_id is not null and ended_at is null;--> statement-breakpoint
CREATE INDEX "walk_ended" ON "walk" USING btree ("ended_at");--> statement-breakpoint
CREATE INDEX "inspector_link_plant" ON "inspector_link" USING btree ("plant_id","made_at");--> statement-breakpoint
CREATE INDEX "inspector_link_expires" ON "inspector_link" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "inspector_visit_link" ON "inspector_visit" USING btree ("link_id","at");--> statement-breakpoint
CREATE INDEX "held_test_due" ON "held_test" USING btree ("due_at") WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX "held_test_plant" ON "held_test" USING btree ("plant_id") WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX "held_test_unit" ON "held_test" USING btree ("central_unit_id");--> statement-breakpoint
CREATE INDEX "held_test_re_test" ON "held_test" USING btree ("central_unit_id","kind") WHERE re_test and state = 'waiting';--> statement-breakpoint
CREATE INDEX "test_result_serial" ON "test_result" USING btree ("serial","at");--> statement-breakpoint
CREATE INDEX "test_run_ended_in_plant" ON "test_run" USING btree ("plant_id","ended_at") WHERE ended_at is not null;--> statement-breakpoint
CREATE INDEX "test_run_start" ON "test_run" USING btree ("central_unit_id","start_boot","start_seq");--> statement-breakpoint
CREATE INDEX "test_run_under_way" ON "test_run" USING btree ("plant_id") WHERE state in ('requested', 'running');--> statement-breakpoint
CREATE INDEX "test_run_under_way_on_unit" ON "test_run" USING btree ("central_unit_id") WHERE state in ('requested', 'running');--> statement-breakpoint
CREATE INDEX "test_run_end_heard" ON "test_run" USING btree ("central_unit_id") WHERE end_heard_at is not null;--> statement-breakpoint
CREATE INDEX "test_run_ended" ON "test_run" USING btree ("central_unit_id","ended_at") WHERE state in ('finished', 'stopped');--> statement-breakpoint
CREATE UNIQUE INDEX "test_run_open" ON "test_run" USING btree ("central_unit_id") WHERE trigger = 'user' and state in ('requested', 'running');--> statement-breakpoint
CREATE INDEX "energy_readings_day" ON "energy_readings" USING btree ("day");--> statement-breakpoint
CREATE INDEX "energy_sums_start" ON "energy_sums" USING btree ("start");--> statement-breakpoint
CREATE INDEX "energy_waiting_unit" ON "energy_waiting" USING btree ("central_unit_id");--> statement-breakpoint
CREATE INDEX "file_plant" ON "file" USING btree ("plant_id");--> statement-breakpoint
CREATE INDEX "floor_plan_drawing_plan" ON "floor_plan_drawing" USING btree ("plan_id");--> statement-breakpoint
CREATE INDEX "floor_plan_lamp_plan" ON "floor_plan_lamp" USING btree ("plan_id");--> statement-breakpoint
CREATE INDEX "floor_plan_plant" ON "floor_plan" USING btree ("plant_id");--> statement-breakpoint
CREATE INDEX "floor_plan_room" ON "floor_plan" USING btree ("room_id");--> statement-breakpoint
CREATE INDEX "floor_plan_outline_room" ON "floor_plan_outline" USING btree ("room_id");--> statement-breakpoint
CREATE UNIQUE INDEX "handover_signature_person" ON "handover_signature" USING btree ("handover_id","user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "handover_no" ON "handover" USING btree ("plant_id","no");--> statement-breakpoint
CREATE UNIQUE INDEX "handover_open" ON "handover" USING btree ("plant_id") WHERE signed_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "installation_only" ON "installation" USING btree ((true));--> statement-breakpoint
CREATE INDEX "lamp_text_part_at" ON "lamp_text_part" USING btree ("at");--> statement-breakpoint
CREATE UNIQUE INDEX "lamp_text_revision_key" ON "lamp_text_revision" USING btree ("plant_id","work_id");--> statement-breakpoint
CREATE INDEX "lamp_text_revision_at" ON "lamp_text_revision" USING btree ("at");--> statement-breakpoint
CREATE INDEX "logbook_entry_at" ON "logbook_entry" USING btree ("plant_id","at");--> statement-breakpoint
CREATE INDEX "logbook_entry_unit" ON "logbook_entry" USING btree ("plant_id","unit","no");--> statement-breakpoint
CREATE INDEX "logbook_entry_kind" ON "logbook_entry" USING btree ("plant_id","kind","no");--> statement-breakpoint
CREATE INDEX "logbook_entry_result" ON "logbook_entry" USING btree ("plant_id","result","no") WHERE result is not null;--> statement-breakpoint
CREATE INDEX "logbook_entry_corrects" ON "logbook_entry" USING btree ("plant_id","corrects") WHERE corrects is not null;--> statement-breakpoint
CREATE INDEX "logbook_entry_about" ON "logbook_entry" USING btree ("plant_id","about") WHERE about is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "logbook_entry_once" ON "logbook_entry" USING btree ("plant_id","once");--> statement-breakpoint
CREATE INDEX "logbook_head_sealed" ON "logbook_head" USING btree ("sealed_at");--> statement-breakpoint
CREATE UNIQUE INDEX "logbook_key_in_use" ON "logbook_key" USING btree ((true)) WHERE until is null;--> statement-breakpoint
CREATE INDEX "logbook_person_name" ON "logbook_person" USING btree ("plant_id","name");--> statement-breakpoint
CREATE INDEX "logbook_person_user" ON "logbook_person" USING btree ("user_id") WHERE user_id is not null;--> statement-breakpoint
CREATE INDEX "unit_record_plant" ON "unit_record" USING btree ("plant_id","at");--> statement-breakpoint
CREATE INDEX "unit_record_event" ON "unit_record" USING btree ("plant_id","at") WHERE event is not null;--> statement-breakpoint
CREATE INDEX "unit_record_test" ON "unit_record" USING btree ("central_unit_id","test_id") WHERE test_id is not null;--> statement-breakpoint
CREATE INDEX "unit_record_gap_plant" ON "unit_record_gap" USING btree ("plant_id");--> statement-breakpoint
CREATE INDEX "unit_record_gap_unit" ON "unit_record_gap" USING btree ("central_unit_id");--> statement-breakpoint
CREATE INDEX "unit_record_run_due" ON "unit_record_run" USING btree ("due_at") WHERE due_at is not null;--> statement-breakpoint
CREATE INDEX "unit_record_run_plant" ON "unit_record_run" USING btree ("plant_id");--> statement-breakpoint
CREATE INDEX "unit_record_run_unit" ON "unit_record_run" USING btree ("central_unit_id");--> statement-breakpoint
CREATE UNIQUE INDEX "round_item_live" ON "round_item" USING btree ("central_unit_id","serial","error") WHERE state in ('open', 'done', 'left');--> statement-breakpoint
CREATE INDEX "round_item_round" ON "round_item" USING btree ("round_id");--> statement-breakpoint
CREATE INDEX "round_item_plant" ON "round_item" USING btree ("plant_id") WHERE state in ('open', 'done', 'left');--> statement-breakpoint
CREATE INDEX "round_item_due" ON "round_item" USING btree ("due_at") WHERE state in ('open', 'done', 'left') or (work is not null and not is_kept);--> statement-breakpoint
CREATE INDEX "round_plant" ON "round" USING btree ("plant_id","created_at");--> statement-breakpoint
CREATE INDEX "ended_membership_user" ON "ended_membership" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "invitation_plant" ON "invitation" USING btree ("plant_id");--> statement-breakpoint
CREATE INDEX "invitation_email" ON "invitation" USING btree ("email");--> statement-breakpoint
CREATE INDEX "member_rule_domain" ON "member_rule" USING btree ("domain");--> statement-breakpoint
CREATE INDEX "plant_member_user" ON "plant_member" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "plant_member_end" ON "plant_member" USING btree ("ends_at") WHERE ends_at is not null;--> statement-breakpoint
CREATE INDEX "monitoring_zone_lamp_zone" ON "monitoring_zone_lamp" USING btree ("zone_id");--> statement-breakpoint
CREATE UNIQUE INDEX "monitoring_zone_name" ON "monitoring_zone" USING btree ("plant_id",lower("name"));--> statement-breakpoint
CREATE INDEX "escalation_run_due" ON "escalation_run" USING btree ("next_at") WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "escalation_run_plant" ON "escalation_run" USING btree ("plant_id");--> statement-breakpoint
CREATE INDEX "escalation_run_since" ON "escalation_run" USING btree ("since");--> statement-breakpoint
CREATE UNIQUE INDEX "notice_delivery_once" ON "notice_delivery" USING btree ("notice_id","channel","step");--> statement-breakpoint
CREATE INDEX "notice_delivery_due" ON "notice_delivery" USING btree ("due_at") WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX "notice_delivery_handed" ON "notice_delivery" USING btree ("mail_id") WHERE state = 'handed';--> statement-breakpoint
CREATE UNIQUE INDEX "notice_of_cause" ON "notice" USING btree ("cause_id","user_id");--> statement-breakpoint
CREATE INDEX "notice_receiver" ON "notice" USING btree ("plant_id","user_id","at");--> statement-breakpoint
CREATE INDEX "notice_at" ON "notice" USING btree ("at");--> statement-breakpoint
CREATE INDEX "notice_open" ON "notice" USING btree ("user_id","at") WHERE acknowledged_at is null;--> statement-breakpoint
CREATE INDEX "push_device_user" ON "push_device" USING btree ("user_id","added_at");--> statement-breakpoint
CREATE INDEX "push_message_batch" ON "push_message" USING btree ("batch_id");--> statement-breakpoint
CREATE INDEX "push_message_at" ON "push_message" USING btree ("at");--> statement-breakpoint
CREATE INDEX "mail_unsent" ON "mail" USING btree ("created_at") WHERE sent_at is null;--> statement-breakpoint
CREATE INDEX "office_note_chain" ON "office_note" USING btree ("chain");--> statement-breakpoint
CREATE INDEX "operation_of_unit" ON "operation" USING btree ("plant_id","unit","requested_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "operation_of_bundle" ON "operation" USING btree ("bundle_id") WHERE bundle_id is not null;--> statement-breakpoint
CREATE INDEX "operation_running" ON "operation" USING btree ("plant_id") WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "plant_figures_severity" ON "plant_figures" USING btree ("severity");--> statement-breakpoint
CREATE INDEX "plan_unit_due" ON "plan_unit" USING btree ("due_at") WHERE accepted_at is null;--> statement-breakpoint
CREATE INDEX "plan_unit_unit" ON "plan_unit" USING btree ("central_unit_id");--> statement-breakpoint
CREATE INDEX "planned_test_plan" ON "planned_test" USING btree ("plan_id","starts_at");--> statement-breakpoint
CREATE INDEX "planned_test_due" ON "planned_test" USING btree ("starts_at") WHERE state in ('planned', 'begun');--> statement-breakpoint
CREATE INDEX "planned_test_unit" ON "planned_test" USING btree ("central_unit_id");--> statement-breakpoint
CREATE UNIQUE INDEX "test_plan_draft" ON "test_plan" USING btree ("plant_id") WHERE state = 'draft';--> statement-breakpoint
CREATE UNIQUE INDEX "test_plan_accepted" ON "test_plan" USING btree ("plant_id") WHERE state = 'accepted';--> statement-breakpoint
CREATE INDEX "test_plan_check" ON "test_plan" USING btree ("check_at") WHERE state = 'accepted';--> statement-breakpoint
CREATE INDEX "favourite_plant_plant" ON "favourite_plant" USING btree ("plant_id");--> statement-breakpoint
CREATE INDEX "pro_code_plant" ON "pro_code" USING btree ("plant_id","used_at");--> statement-breakpoint
CREATE INDEX "pro_code_made" ON "pro_code" USING btree ("made_at","id");--> statement-breakpoint
CREATE INDEX "inhibition_unit" ON "inhibition" USING btree ("central_unit_id","requested_at");--> statement-breakpoint
CREATE INDEX "inhibition_plant" ON "inhibition" USING btree ("plant_id","requested_at");--> statement-breakpoint
CREATE UNIQUE INDEX "inhibition_in_force" ON "inhibition" USING btree ("central_unit_id") WHERE state = 'inhibited';--> statement-breakpoint
CREATE INDEX "inhibition_ending" ON "inhibition" USING btree ("ends_at") WHERE state = 'inhibited' and overdue_at is null;--> statement-breakpoint
CREATE INDEX "inhibition_unnotified" ON "inhibition" USING btree ("ends_at") WHERE state = 'inhibited' and notified_at is null;--> statement-breakpoint
CREATE INDEX "inhibition_lapsed" ON "inhibition" USING btree ("central_unit_id") WHERE state = 'inhibited' and lapsed_at is not null;--> statement-breakpoint
CREATE INDEX "inhibition_command" ON "inhibition" USING btree ("command_id");--> statement-breakpoint
CREATE INDEX "report_mail_next" ON "report_mail" USING btree ("next_at");--> statement-breakpoint
CREATE INDEX "report_file" ON "report" USING btree ("file_id") WHERE file_id is not null;--> statement-breakpoint
CREATE INDEX "room_lamp_room" ON "room_lamp" USING btree ("room_id");--> statement-breakpoint
CREATE UNIQUE INDEX "room_name" ON "room" USING btree ("plant_id",coalesce("parent_id", "plant_id"),lower("name"));--> statement-breakpoint
CREATE INDEX "room_parent" ON "room" USING btree ("parent_id");--> statement-breakpoint
CREATE INDEX "room_unit_room" ON "room_unit" USING btree ("room_id");--> statement-breakpoint
CREATE INDEX "removed_scene_plant" ON "removed_scene" USING btree ("plant_id");--> statement-breakpoint
CREATE INDEX "removed_scene_at" ON "removed_scene" USING btree ("removed_at");--> statement-breakpoint
CREATE INDEX "scene_level_aggregation" ON "scene_level" USING btree ("aggregation_id");--> statement-breakpoint
CREATE INDEX "scene_run_plant" ON "scene_run" USING btree ("plant_id","at");--> statement-breakpoint
CREATE INDEX "scene_run_scene" ON "scene_run" USING btree ("scene_id","at");--> statement-breakpoint
CREATE INDEX "scene_run_input" ON "scene_run" USING btree ("scene_id","at") WHERE cause = 'input' and counted is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "scene_run_due" ON "scene_run" USING btree ("scene_id","at") WHERE cause = 'calendar';--> statement-breakpoint
CREATE INDEX "scene_run_command" ON "scene_run_unit" USING btree ("command_id") WHERE command_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "scene_name" ON "scene" USING btree ("plant_id",lower("name"));--> statement-breakpoint
CREATE INDEX "scene_due" ON "scene" USING btree ("due_at") WHERE due_at is not null;--> statement-breakpoint
CREATE INDEX "scene_input" ON "scene" USING btree ("input_unit_id","input") WHERE input_unit_id is not null;--> statement-breakpoint
CREATE INDEX "unit_scene_list_due" ON "unit_scene_list" USING btree ("due_at");--> statement-breakpoint
CREATE INDEX "unit_scene_list_expect" ON "unit_scene_list" USING btree ("expect_at") WHERE expect_at is not null;--> statement-breakpoint
CREATE INDEX "unit_snapshot_of_unit" ON "unit_snapshot" USING btree ("plant_id","unit","taken_at");--> statement-breakpoint
CREATE INDEX "unit_snapshot_operation" ON "unit_snapshot" USING btree ("operation_id");--> statement-breakpoint
CREATE INDEX "calendar_feed_user" ON "calendar_feed" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "saved_view_name" ON "saved_view" USING btree ("plant_id","user_id",lower("name"));--> statement-breakpoint
CREATE INDEX "saved_view_user" ON "saved_view" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "webhook_call_of_cause" ON "webhook_call" USING btree ("webhook_id","cause_id");--> statement-breakpoint
CREATE INDEX "webhook_call_list" ON "webhook_call" USING btree ("webhook_id","at");--> statement-breakpoint
CREATE INDEX "webhook_call_due" ON "webhook_call" USING btree ("webhook_id","due_at") WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX "webhook_call_at" ON "webhook_call" USING btree ("at");--> statement-breakpoint
CREATE INDEX "zone_lamp_unit" ON "zone_lamp" USING btree ("central_unit_id");--> statement-breakpoint
CREATE UNIQUE INDEX "zone_name" ON "zone" USING btree ("plant_id",lower("name"));--> statement-breakpoint
CREATE INDEX "audit_plant_at" ON "audit" USING btree ("plant_id","at");--> statement-breakpoint
CREATE INDEX "audit_person_at" ON "audit" USING btree ("user_id","at") WHERE plant_id is null;--> statement-breakpoint
CREATE INDEX "audit_address_at" ON "audit" USING btree ("user_name","at") WHERE plant_id is null and user_id is null;--> statement-breakpoint
CREATE INDEX "dead_letter_unit" ON "dead_letter" USING btree ("unit","id");--> statement-breakpoint
CREATE INDEX "idempotent_call_at" ON "idempotent_call" USING btree ("at");--> statement-breakpoint
CREATE INDEX "notice_cause_waiting" ON "notice_cause" USING btree ("plant_id","kind","at") WHERE gathered_at is null;--> statement-breakpoint
CREATE INDEX "notice_cause_open" ON "notice_cause" USING btree ("central_unit_id","addr") WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "notice_cause_lasting" ON "notice_cause" USING btree ("what") WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "notice_cause_at" ON "notice_cause" USING btree ("at");--> statement-breakpoint
CREATE UNIQUE INDEX "security_event_once" ON "security_event" USING btree ("at","kind","user_id","address","action");--> statement-breakpoint
CREATE INDEX "plant_visit_plant" ON "plant_visit" USING btree ("plant_id","at");--> statement-breakpoint
CREATE INDEX "plant_visit_at" ON "plant_visit" USING btree ("at");--> statement-breakpoint
ALTER TABLE "access_token" ADD CONSTRAINT "access_token_scopes_known" CHECK ("scopes" <@ ARRAY['read', 'operate', 'configure', 'safety']::text[]);--> statement-breakpoint
ALTER TABLE "access_token" ADD CONSTRAINT "access_token_end_reason_known" CHECK ("end_reason" IN ('expired', 'revoked', 'makerLeft'));--> statement-breakpoint
ALTER TABLE "attention_snooze" ADD CONSTRAINT "attention_snooze_condition_known" CHECK ("condition" IN ('emergency', 'error', 'offline', 'inhibited', 'warning', 'notExecuted', 'testRunning', 'unknown', 'ok'));--> statement-breakpoint
ALTER TABLE "price_settings" ADD CONSTRAINT "price_settings_currency_known" CHECK ("currency" IN ('EUR', 'CHF', 'GBP', 'NOK', 'SEK', 'DKK', 'CZK', 'PLN', 'RON', 'USD', 'BRL'));--> statement-breakpoint
ALTER TABLE "bluetooth_entry" ADD CONSTRAINT "bluetooth_entry_kind_known" CHECK ("kind" IN ('deviceJoined', 'deviceLeft', 'deviceChanged', 'deviceValidated', 'deviceNotValidated', 'deviceInSight', 'deviceOutOfSight', 'commandDone', 'commandFailed', 'commandAbandoned', 'testPassed', 'testFailed', 'testNotExecuted', 'gatewayConnected', 'gatewayDisconnected', 'entriesLeftOut'));--> statement-breakpoint
ALTER TABLE "bluetooth_entry" ADD CONSTRAINT "bluetooth_entry_device_known" CHECK ("device" IN ('lamp', 'sensor', 'relay', 'unknown'));--> statement-breakpoint
ALTER TABLE "bluetooth_entry" ADD CONSTRAINT "bluetooth_entry_error_known" CHECK ("error" IN ('expired', 'communication_error', 'refused'));--> statement-breakpoint
ALTER TABLE "unit_command" ADD CONSTRAINT "unit_command_state_known" CHECK ("state" IN ('queued', 'sent', 'accepted', 'done', 'failed'));--> statement-breakpoint
ALTER TABLE "unit_command" ADD CONSTRAINT "unit_command_error_known" CHECK ("error" IN ('expired', 'communication_error', 'refused'));--> statement-breakpoint
ALTER TABLE "walk_lamp" ADD CONSTRAINT "walk_lamp_state_known" CHECK ("state" IN ('open', 'done', 'skipped'));--> statement-breakpoint
ALTER TABLE "walk_lamp" ADD CONSTRAINT "walk_lamp_reason_known" CHECK ("reason" IN ('noAnswer', 'notFound', 'noAccess'));--> statement-breakpoint
ALTER TABLE "held_test" ADD CONSTRAINT "held_test_kind_known" CHECK ("kind" IN ('functional', 'autonomy'));--> statement-breakpoint
ALTER TABLE "held_test" ADD CONSTRAINT "held_test_state_known" CHECK ("state" IN ('waiting', 'over', 'cancelled'));--> statement-breakpoint
ALTER TABLE "held_test" ADD CONSTRAINT "held_test_reason_known" CHECK ("reason" IN ('battery_charging', 'mains_failure', 'other_test_running', 'unit_offline', 'lamp_missing'));--> statement-breakpoint
ALTER TABLE "test_result" ADD CONSTRAINT "test_result_result_known" CHECK ("result" IN ('passed', 'failed', 'notExecuted'));--> statement-breakpoint
ALTER TABLE "test_result" ADD CONSTRAINT "test_result_reason_known" CHECK ("reason" IN ('lamp_failure', 'battery_failure', 'battery_duration', 'circuit_failure', 'communication', 'battery_charging', 'inhibited', 'other_test_running', 'stopped_by_user', 'mains_failure', 'max_delay_exceeded', 'lamp_unreachable', 'no_result', 'unit_removed', 'unit_restarted', 'test_unknown', 'unit_silent', 'expired', 'communication_error', 'refused', 'not_enabled'));--> statement-breakpoint
ALTER TABLE "test_run" ADD CONSTRAINT "test_run_kind_known" CHECK ("kind" IN ('functional', 'autonomy'));--> statement-breakpoint
ALTER TABLE "test_run" ADD CONSTRAINT "test_run_trigger_known" CHECK ("trigger" IN ('user', 'automatic', 'local'));--> statement-breakpoint
ALTER TABLE "test_run" ADD CONSTRAINT "test_run_state_known" CHECK ("state" IN ('requested', 'running', 'finished', 'stopped', 'notStarted'));--> statement-breakpoint
ALTER TABLE "energy_sums" ADD CONSTRAINT "energy_sums_level_known" CHECK ("level" IN ('day', 'month', 'year'));--> statement-breakpoint
ALTER TABLE "handover_answer" ADD CONSTRAINT "handover_answer_item_known" CHECK ("item" IN ('drawings', 'signsVisible', 'luminairePlaces', 'safetyEquipment', 'switchover', 'recharge', 'inhibition', 'labels', 'testSystem', 'instructions'));--> statement-breakpoint
ALTER TABLE "handover_answer" ADD CONSTRAINT "handover_answer_answer_known" CHECK ("answer" IN ('yes', 'no', 'notApplicable'));--> statement-breakpoint
ALTER TABLE "handover_signature" ADD CONSTRAINT "handover_signature_side_known" CHECK ("side" IN ('installer', 'owner'));--> statement-breakpoint
ALTER TABLE "handover" ADD CONSTRAINT "handover_kind_known" CHECK ("kind" IN ('initial', 'extension', 'repeat'));--> statement-breakpoint
ALTER TABLE "lamp_text_revision" ADD CONSTRAINT "lamp_text_revision_kind_known" CHECK ("kind" IN ('typed', 'pattern', 'import'));--> statement-breakpoint
ALTER TABLE "logbook_entry" ADD CONSTRAINT "logbook_entry_kind_known" CHECK ("kind" IN ('unitEnrolled', 'unitReset', 'unitStranger', 'unitStrangerRefused', 'unitReplaced', 'unitRemoved', 'testEndedByRemoval', 'mainsFailed', 'mainsRestored', 'lampFault', 'lampFaultCleared', 'unitFault', 'unitFaultCleared', 'testEnded', 'inhibited', 'inhibitionEnded', 'configurationChanged', 'restored', 'recordsMissing', 'recordsRecovered', 'inspectionDaily', 'inspectionMonthly', 'inspectionYearly', 'inspectionVisual', 'inspectionPhotometric', 'inspectionExpert', 'service', 'defect', 'remedy', 'alteration', 'drill', 'certificate', 'drawings', 'automaticTester', 'responsiblePerson', 'repair', 'signature', 'handoverSigned', 'note', 'photo'));--> statement-breakpoint
ALTER TABLE "logbook_entry" ADD CONSTRAINT "logbook_entry_result_known" CHECK ("result" IN ('passed', 'failed', 'incomplete'));--> statement-breakpoint
ALTER TABLE "round_item" ADD CONSTRAINT "round_item_proof_known" CHECK ("proof" IN ('autonomyTest', 'functionalTest', 'report'));--> statement-breakpoint
ALTER TABLE "round_item" ADD CONSTRAINT "round_item_state_known" CHECK ("state" IN ('open', 'done', 'closed', 'left', 'carried', 'gone'));--> statement-breakpoint
ALTER TABLE "round_item" ADD CONSTRAINT "round_item_not_now_known" CHECK ("not_now" IN ('noAccess', 'noPart', 'twoPeople'));--> statement-breakpoint
ALTER TABLE "round_item" ADD CONSTRAINT "round_item_work_known" CHECK ("work" IN ('batteryReplaced', 'lampReplaced', 'partReplaced', 'repaired'));--> statement-breakpoint
ALTER TABLE "round_item" ADD CONSTRAINT "round_item_closed_by_known" CHECK ("closed_by" IN ('test', 'report'));--> statement-breakpoint
ALTER TABLE "ended_membership" ADD CONSTRAINT "ended_membership_role_known" CHECK ("role" IN ('installerAdministrator', 'installerStaff', 'installerReadOnly', 'clientOwner', 'clientStaff'));--> statement-breakpoint
ALTER TABLE "invitation" ADD CONSTRAINT "invitation_role_known" CHECK ("role" IN ('installerAdministrator', 'installerStaff', 'installerReadOnly', 'clientOwner', 'clientStaff'));--> statement-breakpoint
ALTER TABLE "invitation" ADD CONSTRAINT "invitation_language_known" CHECK ("language" IN ('en', 'it', 'de', 'es', 'fr', 'cs', 'no', 'pl', 'pt'));--> statement-breakpoint
ALTER TABLE "member_rule" ADD CONSTRAINT "member_rule_role_known" CHECK ("role" IN ('installerStaff', 'installerReadOnly', 'clientStaff'));--> statement-breakpoint
ALTER TABLE "plant_member" ADD CONSTRAINT "plant_member_role_known" CHECK ("role" IN ('installerAdministrator', 'installerStaff', 'installerReadOnly', 'clientOwner', 'clientStaff'));--> statement-breakpoint
ALTER TABLE "escalation_run" ADD CONSTRAINT "escalation_run_kind_known" CHECK ("kind" IN ('mainsFailure', 'functionError', 'testErrors', 'noCommunication', 'inhibitionTooLong', 'testOverdue'));--> statement-breakpoint
ALTER TABLE "escalation" ADD CONSTRAINT "escalation_kinds_known" CHECK ("kinds" <@ ARRAY['mainsFailure', 'functionError', 'testErrors', 'noCommunication', 'inhibitionTooLong', 'testOverdue']::text[]);--> statement-breakpoint
ALTER TABLE "notice_choice" ADD CONSTRAINT "notice_choice_kind_known" CHECK ("kind" IN ('mainsFailure', 'functionError', 'testErrors', 'noCommunication', 'inhibitionTooLong', 'testOverdue', 'proEnds', 'invitation', 'noOwner'));--> statement-breakpoint
ALTER TABLE "notice_delivery" ADD CONSTRAINT "notice_delivery_channel_known" CHECK ("channel" IN ('mail', 'push'));--> statement-breakpoint
ALTER TABLE "notice_delivery" ADD CONSTRAINT "notice_delivery_state_known" CHECK ("state" IN ('waiting', 'handed', 'taken', 'refused', 'withdrawn'));--> statement-breakpoint
ALTER TABLE "notice" ADD CONSTRAINT "notice_kind_known" CHECK ("kind" IN ('mainsFailure', 'functionError', 'testErrors', 'noCommunication', 'inhibitionTooLong', 'testOverdue', 'proEnds', 'invitation', 'noOwner'));--> statement-breakpoint
ALTER TABLE "notice_timing" ADD CONSTRAINT "notice_timing_rhythm_known" CHECK ("rhythm" IN ('each', 'daily', 'weekly'));--> statement-breakpoint
ALTER TABLE "mail" ADD CONSTRAINT "mail_language_known" CHECK ("language" IN ('en', 'it', 'de', 'es', 'fr', 'cs', 'no', 'pl', 'pt'));--> statement-breakpoint
ALTER TABLE "operation_step" ADD CONSTRAINT "operation_step_role_known" CHECK ("role" IN ('open', 'work', 'close'));--> statement-breakpoint
ALTER TABLE "operation_step" ADD CONSTRAINT "operation_step_state_known" CHECK ("state" IN ('waiting', 'underWay', 'done', 'failed', 'leftOut'));--> statement-breakpoint
ALTER TABLE "operation_step" ADD CONSTRAINT "operation_step_error_known" CHECK ("error" IN ('expired', 'communication_error', 'refused'));--> statement-breakpoint
ALTER TABLE "operation" ADD CONSTRAINT "operation_kind_known" CHECK ("kind" IN ('assignGroups', 'setParams', 'newAcquisition', 'appendLamps', 'appendSerials', 'overwriteSerials', 'deleteLamps', 'substituteLamps', 'restoreSnapshot', 'planTests'));--> statement-breakpoint
ALTER TABLE "operation" ADD CONSTRAINT "operation_state_known" CHECK ("state" IN ('running', 'cancelling', 'done', 'interrupted', 'cancelled', 'undone'));--> statement-breakpoint
ALTER TABLE "plant_figures" ADD CONSTRAINT "plant_figures_condition_known" CHECK ("condition" IN ('emergency', 'error', 'offline', 'inhibited', 'warning', 'notExecuted', 'testRunning', 'unknown', 'ok'));--> statement-breakpoint
ALTER TABLE "plant_figures" ADD CONSTRAINT "plant_figures_result_known" CHECK ("result" IN ('pass', 'fail', 'disconnected', 'unknown'));--> statement-breakpoint
ALTER TABLE "planned_test" ADD CONSTRAINT "planned_test_kind_known" CHECK ("kind" IN ('functional', 'autonomy'));--> statement-breakpoint
ALTER TABLE "planned_test" ADD CONSTRAINT "planned_test_planner_known" CHECK ("planner" IN ('unit', 'platform'));--> statement-breakpoint
ALTER TABLE "planned_test" ADD CONSTRAINT "planned_test_group_known" CHECK ("group" IN ('even', 'odd'));--> statement-breakpoint
ALTER TABLE "planned_test" ADD CONSTRAINT "planned_test_state_known" CHECK ("state" IN ('planned', 'begun', 'done', 'notExecuted'));--> statement-breakpoint
ALTER TABLE "planned_test" ADD CONSTRAINT "planned_test_moved_because_known" CHECK ("moved_because" IN ('notExecuted', 'notCharged', 'lampsChanged', 'neighboursChanged', 'keptDate', 'passed'));--> statement-breakpoint
ALTER TABLE "test_plan" ADD CONSTRAINT "test_plan_state_known" CHECK ("state" IN ('draft', 'accepted', 'ended'));--> statement-breakpoint
ALTER TABLE "pro_code" ADD CONSTRAINT "pro_code_kind_known" CHECK ("kind" IN ('key', 'renewal'));--> statement-breakpoint
ALTER TABLE "inhibition" ADD CONSTRAINT "inhibition_state_known" CHECK ("state" IN ('requested', 'inhibited', 'ended', 'failed'));--> statement-breakpoint
ALTER TABLE "inhibition" ADD CONSTRAINT "inhibition_end_reason_known" CHECK ("end_reason" IN ('time', 'command', 'restart', 'switch'));--> statement-breakpoint
ALTER TABLE "report_mail" ADD CONSTRAINT "report_mail_rhythm_known" CHECK ("rhythm" IN ('weekly', 'monthly'));--> statement-breakpoint
ALTER TABLE "report_mail" ADD CONSTRAINT "report_mail_period_known" CHECK ("period" IN ('lastTest', 'last3Months', 'lastYear', 'last2Years', 'plantLife'));--> statement-breakpoint
ALTER TABLE "report" ADD CONSTRAINT "report_kind_known" CHECK ("kind" IN ('test', 'plant', 'billOfMaterials', 'handover', 'logbook', 'energy', 'floorPlan'));--> statement-breakpoint
ALTER TABLE "report" ADD CONSTRAINT "report_language_known" CHECK ("language" IN ('en', 'it', 'de', 'es', 'fr', 'cs', 'no', 'pl', 'pt'));--> statement-breakpoint
ALTER TABLE "report" ADD CONSTRAINT "report_state_known" CHECK ("state" IN ('queued', 'running', 'ready', 'failed'));--> statement-breakpoint
ALTER TABLE "report" ADD CONSTRAINT "report_error_known" CHECK ("error" IN ('STORAGE_UNAVAILABLE', 'FILE_STORAGE_FULL', 'FILE_QUOTA_EXCEEDED', 'PLANT_NOT_FOUND', 'HANDOVER_NOT_FOUND', 'FLOOR_PLAN_NOT_FOUND', 'ZONE_NOT_FOUND'));--> statement-breakpoint
ALTER TABLE "scene_run" ADD CONSTRAINT "scene_run_cause_known" CHECK ("cause" IN ('manual', 'input', 'calendar'));--> statement-breakpoint
ALTER TABLE "scene_run" ADD CONSTRAINT "scene_run_result_known" CHECK ("result" IN ('pending', 'no_word', 'failed', 'not_executed', 'done', 'overruled'));--> statement-breakpoint
ALTER TABLE "scene_run_unit" ADD CONSTRAINT "scene_run_unit_result_known" CHECK ("result" IN ('pending', 'no_word', 'failed', 'not_executed', 'done', 'overruled'));--> statement-breakpoint
ALTER TABLE "scene" ADD CONSTRAINT "scene_mode_known" CHECK ("mode" IN ('manual', 'input', 'calendar'));--> statement-breakpoint
ALTER TABLE "saved_view" ADD CONSTRAINT "saved_view_list_known" CHECK ("list" IN ('all', 'emergency', 'lighting', 'other'));--> statement-breakpoint
ALTER TABLE "webhook_call" ADD CONSTRAINT "webhook_call_kind_known" CHECK ("kind" IN ('mainsFailure', 'functionError', 'testErrors', 'noCommunication', 'inhibitionTooLong', 'testOverdue', 'proEnds', 'invitation', 'noOwner', 'test'));--> statement-breakpoint
ALTER TABLE "webhook_call" ADD CONSTRAINT "webhook_call_state_known" CHECK ("state" IN ('waiting', 'taken', 'dead', 'discarded'));--> statement-breakpoint
ALTER TABLE "webhook_call" ADD CONSTRAINT "webhook_call_failure_known" CHECK ("failure" IN ('answered', 'redirected', 'gone', 'silent', 'unreachable', 'internal', 'off', 'unsigned', 'tooMany'));--> statement-breakpoint
ALTER TABLE "webhook" ADD CONSTRAINT "webhook_kinds_known" CHECK ("kinds" <@ ARRAY['mainsFailure', 'functionError', 'testErrors', 'noCommunication', 'inhibitionTooLong', 'testOverdue', 'proEnds', 'invitation', 'noOwner']::text[]);--> statement-breakpoint
ALTER TABLE "notice_cause" ADD CONSTRAINT "notice_cause_kind_known" CHECK ("kind" IN ('mainsFailure', 'functionError', 'testErrors', 'noCommunication', 'inhibitionTooLong', 'testOverdue', 'proEnds', 'invitation', 'noOwner'));--> statement-breakpoint
ALTER TABLE "notice_cause" ADD CONSTRAINT "notice_cause_what_known" CHECK ("what" IN ('mainsFailure', 'fault', 'unitFault', 'testFailed', 'silent', 'inhibited', 'functionalOverdue', 'autonomyOverdue', 'proEnds', 'noOwner', 'mainsBack', 'restored', 'invitationAccepted', 'invitationDeclined', 'invitationExpired'));--> statement-breakpoint
ALTER TABLE "plant_visit" ADD CONSTRAINT "plant_visit_scope_known" CHECK ("scope" IN ('nto', 'ba'));--> statement-breakpoint
ALTER TABLE "company" ADD CONSTRAINT "company_usertype_known" CHECK ("usertype" IN ('installer', 'client', 'basic'));--> statement-breakpoint
ALTER TABLE "company_visit" ADD CONSTRAINT "company_visit_language_known" CHECK ("language" IN ('en', 'it', 'de', 'es', 'fr', 'cs', 'no', 'pl', 'pt'));--> statement-breakpoint
ALTER TABLE "profile" ADD CONSTRAINT "profile_usertype_known" CHECK ("usertype" IN ('basic', 'installer', 'client', 'admin'));--> statement-breakpoint
ALTER TABLE "profile" ADD CONSTRAINT "profile_scope_known" CHECK ("scope" IN ('nto', 'ba'));--> statement-breakpoint
ALTER TABLE "profile" ADD CONSTRAINT "profile_validation_known" CHECK ("validation" IN ('verified', 'pending', 'refused', 'suspended'));--> statement-breakpoint
ALTER TABLE "profile" ADD CONSTRAINT "profile_kind_known" CHECK ("kind" IN ('company', 'person'));--> statement-breakpoint
ALTER TABLE "profile" ADD CONSTRAINT "profile_language_known" CHECK ("language" IN ('en', 'it', 'de', 'es', 'fr', 'cs', 'no', 'pl', 'pt'));--> statement-breakpoint
ALTER TABLE "central_unit" ADD CONSTRAINT "central_unit_network_state_known" CHECK ("network_state" IN ('none', 'inProgress', 'completed'));--> statement-breakpoint
ALTER TABLE "enrolment" ADD CONSTRAINT "enrolment_outcome_known" CHECK ("outcome" IN ('ok', 'keysNotPressed', 'olderProtocol', 'notEnabled', 'alreadyEnrolled', 'error'));--> statement-breakpoint
ALTER TABLE "compliance_profile" ADD CONSTRAINT "compliance_profile_profile_known" CHECK ("profile" IN ('europe', 'italy', 'germany', 'france', 'norway', 'poland', 'czechia', 'unitedKingdom', 'spain', 'portugal'));--> statement-breakpoint
ALTER TABLE "compliance_profile" ADD CONSTRAINT "compliance_profile_edition_known" CHECK ("edition" IN ('2004', '2024'));--> statement-breakpoint
ALTER TABLE "failed_test" ADD CONSTRAINT "failed_test_kind_known" CHECK ("kind" IN ('functional', 'autonomy'));--> statement-breakpoint
ALTER TABLE "failed_test" ADD CONSTRAINT "failed_test_reason_known" CHECK ("reason" IN ('lamp_failure', 'battery_failure', 'battery_duration', 'circuit_failure', 'communication', 'battery_charging', 'inhibited', 'other_test_running', 'stopped_by_user', 'mains_failure', 'max_delay_exceeded', 'lamp_unreachable', 'no_result', 'unit_removed', 'unit_restarted', 'test_unknown', 'unit_silent', 'expired', 'communication_error', 'refused', 'not_enabled'));--> statement-breakpoint
ALTER TABLE "lamp_change" ADD CONSTRAINT "lamp_change_condition_known" CHECK ("condition" IN ('emergency', 'error', 'offline', 'inhibited', 'warning', 'notExecuted', 'testRunning', 'unknown', 'ok'));--> statement-breakpoint
ALTER TABLE "lamp" ADD CONSTRAINT "lamp_type_known" CHECK ("type" IN ('emergency', 'lighting', 'sensor', 'io', 'other'));--> statement-breakpoint
ALTER TABLE "lamp" ADD CONSTRAINT "lamp_function_known" CHECK ("function" IN ('maintained', 'nonMaintained', 'switchable'));--> statement-breakpoint
ALTER TABLE "lamp" ADD CONSTRAINT "lamp_condition_known" CHECK ("condition" IN ('emergency', 'error', 'offline', 'inhibited', 'warning', 'notExecuted', 'testRunning', 'unknown', 'ok'));--> statement-breakpoint
ALTER TABLE "lamp" ADD CONSTRAINT "lamp_parity_known" CHECK ("parity" IN ('even', 'odd'));--> statement-breakpoint
ALTER TABLE "notice_threshold" ADD CONSTRAINT "notice_threshold_urgent_known" CHECK ("urgent" <@ ARRAY['mainsFailure', 'functionError', 'testErrors', 'noCommunication', 'inhibitionTooLong', 'testOverdue', 'proEnds', 'invitation', 'noOwner']::text[]);--> statement-breakpoint
ALTER TABLE "plant" ADD CONSTRAINT "plant_plant_type_known" CHECK ("plant_type" IN ('basic', 'pro', 'centralized'));--> statement-breakpoint
ALTER TABLE "plant" ADD CONSTRAINT "plant_position_by_known" CHECK ("position_by" IN ('address', 'hand'));--> statement-breakpoint
CREATE INDEX "test_result_failed" ON "test_result" USING btree ("test_id") WHERE result = 'failed';--> statement-breakpoint
CREATE TABLE "logbook_origin" (
	"plant_id" uuid PRIMARY KEY NOT NULL,
	"up_to" integer NOT NULL,
	"head" text NOT NULL,
	"installation" text NOT NULL,
	"key_id" text NOT NULL,
	"public_key" text NOT NULL,
	"exported_at" timestamp with time zone NOT NULL,
	"imported_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "plant_export" (
	"id" uuid PRIMARY KEY NOT NULL,
	"plant_id" uuid NOT NULL,
	"state" text NOT NULL,
	"done" integer DEFAULT 0 NOT NULL,
	"total" integer DEFAULT 0 NOT NULL,
	"bytes" bigint,
	"file_id" uuid,
	"requested_by" text NOT NULL,
	"requested_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "logbook_origin" ADD CONSTRAINT "logbook_origin_plant_id_plant_id_fk" FOREIGN KEY ("plant_id") REFERENCES "public"."plant"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plant_export" ADD CONSTRAINT "plant_export_plant_id_plant_id_fk" FOREIGN KEY ("plant_id") REFERENCES "public"."plant"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plant_export" ADD CONSTRAINT "plant_export_file_id_file_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."file"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "plant_export_plant" ON "plant_export" USING btree ("plant_id","requested_at");--> statement-breakpoint
CREATE INDEX "plant_export_file" ON "plant_export" USING btree ("file_id") WHERE file_id is not null;--> statement-breakpoint
ALTER TABLE "plant_export" ADD CONSTRAINT "plant_export_state_known" CHECK ("state" IN ('waiting', 'running', 'ready', 'failed'));--> statement-breakpoint
ALTER TABLE "profile" ADD CONSTRAINT "profile_identity_method_known" CHECK ("identity_method" IN ('inPerson', 'videoCall', 'electronicId'));--> statement-breakpoint
CREATE TABLE "outward_bridge" (
	"plant_id" uuid NOT NULL,
	"token_id" uuid NOT NULL,
	"host" text NOT NULL,
	"version" text NOT NULL,
	"connections" jsonb NOT NULL,
	"units" jsonb NOT NULL,
	"off" text[] NOT NULL,
	"reported_at" timestamp with time zone NOT NULL,
	CONSTRAINT "outward_bridge_plant_id_token_id_pk" PRIMARY KEY("plant_id","token_id")
);
--> statement-breakpoint
ALTER TABLE "outward_bridge" ADD CONSTRAINT "outward_bridge_plant_id_plant_id_fk" FOREIGN KEY ("plant_id") REFERENCES "public"."plant"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "outward_bridge" ADD CONSTRAINT "outward_bridge_token_id_access_token_id_fk" FOREIGN KEY ("token_id") REFERENCES "public"."access_token"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "outward_bridge_token" ON "outward_bridge" USING btree ("token_id");--> statement-breakpoint
ALTER TABLE "outward_bridge" ADD CONSTRAINT "outward_bridge_off_known" CHECK ("off" <@ ARRAY['bacnet', 'modbus', 'mqtt']::text[]);--> statement-breakpoint
CREATE INDEX "test_result_tally" ON "test_result" USING btree ("test_id","result");--> statement-breakpoint
CREATE INDEX "logbook_entry_of_people" ON "logbook_entry" USING btree ("kind","plant_id","at","no") WHERE kind in ('inspectionDaily', 'inspectionMonthly', 'inspectionYearly', 'inspectionVisual', 'inspectionPhotometric', 'inspectionExpert', 'service', 'defect', 'remedy', 'alteration', 'drill', 'certificate', 'drawings', 'automaticTester', 'responsiblePerson', 'signature');--> statement-breakpoint
CREATE INDEX "test_run_plant" ON "test_run" USING btree ("plant_id","requested_at","started_at","kind","state","central_unit_id","id");
