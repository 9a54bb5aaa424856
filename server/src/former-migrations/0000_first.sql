SET LOCAL check_function_bodies = off;
CREATE FUNCTION attention_of_ended_causes() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
	-- What a silent unit has not taken back is still open: only its line is down.
	DELETE FROM attention_assignment AS kept WHERE plant_id = NEW.plant_id AND NOT EXISTS (
		SELECT 1 FROM jsonb_to_recordset(NEW.attention) AS cause(cu text, code text)
		WHERE cause.cu = kept.cu AND cause.code IN (kept.code, 'unit_offline', 'unit_stranger'));
	DELETE FROM attention_snooze AS kept WHERE plant_id = NEW.plant_id AND NOT EXISTS (
		SELECT 1 FROM jsonb_to_recordset(NEW.attention) AS cause(cu text, code text)
		WHERE cause.cu = kept.cu AND cause.code IN (kept.code, 'unit_offline', 'unit_stranger'));
	RETURN NULL;
END $$;
CREATE FUNCTION attention_of_member() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
	DELETE FROM attention_assignment WHERE user_id = OLD.user_id AND plant_id = OLD.plant_id;
	DELETE FROM attention_snooze WHERE user_id = OLD.user_id AND plant_id = OLD.plant_id;
	RETURN NULL;
END $$;
CREATE FUNCTION favourite_plant_of_member() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
	DELETE FROM favourite_plant WHERE user_id = OLD.user_id AND plant_id = OLD.plant_id;
	RETURN NULL;
END $$;
CREATE FUNCTION logbook_entry_goes() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
	IF NOT EXISTS (SELECT FROM plant WHERE id = OLD.plant_id AND erased_at IS NOT NULL) THEN
		RAISE EXCEPTION 'entries of a logbook are only ever added';
	END IF;
	RETURN OLD;
END $$;
CREATE FUNCTION logbook_entry_stays() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
	RAISE EXCEPTION 'entries of a logbook are only ever added';
END $$;
CREATE FUNCTION logbook_past_from_before() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
	IF TG_TABLE_NAME = 'unit_record' THEN PERFORM logbook_past_of_record(NEW); ELSE PERFORM logbook_past_of_entry(NEW); END IF;
	RETURN NULL;
END $$;
CREATE TABLE plant_entry (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    plant_id uuid NOT NULL,
    central_unit_id uuid NOT NULL,
    kind text NOT NULL,
    life text,
    at timestamp with time zone NOT NULL,
    by_name text
);
CREATE FUNCTION logbook_past_of_entry(told plant_entry) RETURNS void
    LANGUAGE sql
    AS $$
	INSERT INTO logbook_past (plant_id, kind, at, central_unit_id, unit, facts, once, by_name)
	SELECT told.plant_id, told.kind, date_trunc('milliseconds', told.at), own.id, own.unit, '{}',
		'unit ' || own.id || ' ' || told.kind || ' ' || told.life, told.by_name
	FROM central_unit own WHERE own.id = told.central_unit_id
$$;
CREATE TABLE unit_record (
    unit text NOT NULL,
    boot bigint NOT NULL,
    seq bigint NOT NULL,
    kind text NOT NULL,
    body jsonb NOT NULL,
    at timestamp with time zone NOT NULL,
    received_at timestamp with time zone NOT NULL,
    plant_id uuid,
    clock_wrong boolean DEFAULT false NOT NULL,
    told_at text,
    life text DEFAULT ''::text NOT NULL,
    central_unit_id uuid,
    test_id uuid,
    event jsonb,
    is_told boolean DEFAULT false NOT NULL
);
CREATE FUNCTION logbook_past_of_record(told unit_record) RETURNS void
    LANGUAGE sql
    AS $$
	INSERT INTO logbook_past (plant_id, kind, at, central_unit_id, unit, lamp, lamp_serial, facts, clock_wrong, once)
	SELECT told.plant_id,
		told.event->>'kind' || CASE WHEN (told.event->>'cleared')::boolean THEN 'Cleared' ELSE '' END,
		date_trunc('milliseconds', told.at), told.central_unit_id, told.unit,
		(told.event->>'lamp')::int, told.event->>'serial',
		CASE WHEN told.event ? 'error' THEN jsonb_build_object('error', told.event->'error') ELSE '{}' END,
		told.clock_wrong,
		concat('record ', told.unit, ' ', told.life, ' ', told.boot, ' ', told.seq)
	WHERE told.plant_id IS NOT NULL AND told.event IS NOT NULL
$$;
CREATE FUNCTION plant_figures_due_of_link() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
	INSERT INTO plant_figures_due (plant_id)
		SELECT plant_id FROM central_unit WHERE unit = NEW.unit AND acquired AND removed_at IS NULL;
	RETURN NULL;
END $$;
CREATE FUNCTION plant_figures_due_of_new_plant() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
	INSERT INTO plant_figures_due (plant_id) VALUES (NEW.id);
	RETURN NULL;
END $$;
CREATE FUNCTION plant_figures_due_of_plant() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
	INSERT INTO plant_figures_due (plant_id) VALUES (NEW.plant_id);
	RETURN NULL;
END $$;
CREATE FUNCTION plant_figures_due_of_result() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
	INSERT INTO plant_figures_due (plant_id) SELECT plant_id FROM test_run WHERE id = NEW.test_id;
	RETURN NULL;
END $$;
CREATE FUNCTION unit_lists_due_of_plant() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
	INSERT INTO unit_lists_due (plant_id) SELECT NEW.id WHERE EXISTS (SELECT 1 FROM scene WHERE plant_id = NEW.id);
	RETURN NULL;
END $$;
CREATE FUNCTION unit_lists_due_of_row() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
	INSERT INTO unit_lists_due (plant_id) VALUES (coalesce(NEW.plant_id, OLD.plant_id));
	RETURN NULL;
END $$;
CREATE TABLE account (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    account_id text NOT NULL,
    provider_id text NOT NULL,
    user_id uuid NOT NULL,
    access_token text,
    refresh_token text,
    id_token text,
    access_token_expires_at timestamp with time zone,
    refresh_token_expires_at timestamp with time zone,
    scope text,
    password text,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL
);
CREATE TABLE admin_area (
    user_id uuid NOT NULL,
    country text NOT NULL,
    prov text DEFAULT ''::text NOT NULL
);
CREATE TABLE aggregation (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    plant_id uuid NOT NULL,
    central_unit_id uuid NOT NULL,
    name text NOT NULL,
    groups integer[] NOT NULL,
    version integer DEFAULT 1 NOT NULL
);
CREATE TABLE aggregation_use (
    aggregation_id uuid NOT NULL,
    kind text NOT NULL,
    used_by uuid NOT NULL,
    name text NOT NULL
);
CREATE TABLE attachment (
    file_id uuid NOT NULL,
    plant_id uuid NOT NULL,
    category text NOT NULL,
    added_by text NOT NULL,
    preview_state text NOT NULL,
    preview_id uuid,
    central_unit_id uuid,
    serial text
);
CREATE TABLE attempt (
    key text NOT NULL,
    points integer DEFAULT 0 NOT NULL,
    expire bigint
);
CREATE TABLE attention_assignment (
    plant_id uuid NOT NULL,
    cu text NOT NULL,
    code text NOT NULL,
    user_id uuid NOT NULL,
    at timestamp with time zone NOT NULL
);
CREATE TABLE attention_snooze (
    plant_id uuid NOT NULL,
    cu text NOT NULL,
    code text NOT NULL,
    user_id uuid NOT NULL,
    until timestamp with time zone NOT NULL,
    reason text NOT NULL,
    count integer NOT NULL,
    condition text NOT NULL
);
CREATE TABLE audit (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    at timestamp with time zone NOT NULL,
    user_id text,
    user_name text NOT NULL,
    plant_id uuid,
    action text NOT NULL,
    result text NOT NULL,
    request_id text NOT NULL,
    things jsonb,
    more_things integer DEFAULT 0 NOT NULL,
    changes jsonb
)
PARTITION BY RANGE (at);
CREATE TABLE audit_rest (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    at timestamp with time zone NOT NULL,
    user_id text,
    user_name text NOT NULL,
    plant_id uuid,
    action text NOT NULL,
    result text NOT NULL,
    request_id text NOT NULL,
    things jsonb,
    more_things integer DEFAULT 0 NOT NULL,
    changes jsonb
);
CREATE TABLE bluetooth_entry (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    plant_id uuid NOT NULL,
    unit text NOT NULL,
    source text NOT NULL,
    kind text NOT NULL,
    at timestamp with time zone NOT NULL,
    mac text,
    serial text,
    device text,
    addr integer,
    reason text,
    command text,
    error text,
    code text,
    by_name text
);
CREATE TABLE bluetooth_report (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    plant_id uuid NOT NULL,
    name_hash text NOT NULL,
    idempotency_key uuid,
    content jsonb NOT NULL,
    made_by uuid NOT NULL,
    made_by_name text NOT NULL,
    made_at timestamp with time zone NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    revoked_at timestamp with time zone,
    revoked_by_name text
);
CREATE TABLE calendar_feed (
    id uuid NOT NULL,
    user_id uuid NOT NULL,
    plant_id uuid,
    name text NOT NULL,
    secret_hash text NOT NULL,
    made_at timestamp with time zone NOT NULL,
    fetched_at timestamp with time zone
);
CREATE TABLE catalogue (
    id integer NOT NULL,
    version integer NOT NULL,
    digest text NOT NULL,
    content jsonb NOT NULL,
    imported_at timestamp with time zone NOT NULL
);
CREATE TABLE central_unit (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    plant_id uuid NOT NULL,
    unit text NOT NULL,
    cu_type text NOT NULL,
    cu_id text NOT NULL,
    acquired boolean DEFAULT false NOT NULL,
    description text DEFAULT ''::text NOT NULL,
    location text DEFAULT ''::text NOT NULL,
    added_at timestamp with time zone NOT NULL,
    removed_at timestamp with time zone,
    shadow jsonb,
    shadow_at timestamp with time zone,
    shadow_boot bigint DEFAULT '-1'::integer NOT NULL,
    shadow_seq bigint DEFAULT '-1'::integer NOT NULL,
    state_boot bigint DEFAULT '-1'::integer NOT NULL,
    state_seq bigint DEFAULT '-1'::integer NOT NULL,
    on_battery boolean DEFAULT false NOT NULL,
    errors text[] DEFAULT '{}'::text[] NOT NULL,
    warnings text[] DEFAULT '{}'::text[] NOT NULL,
    network_state text DEFAULT 'none'::text NOT NULL,
    network_code integer,
    network_found integer DEFAULT 0 NOT NULL,
    network_expected integer,
    counts jsonb DEFAULT '{"total": 0, "types": {}, "errors": {}, "conditions": {}}'::jsonb NOT NULL,
    detail jsonb,
    replaces uuid,
    life text,
    stranger_life text,
    stranger_since timestamp with time zone,
    refused_life text,
    version integer DEFAULT 1 NOT NULL,
    released_enrolled boolean DEFAULT false NOT NULL
);
CREATE TABLE company (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    name text NOT NULL,
    issuer text NOT NULL,
    client_id text NOT NULL,
    client_secret text NOT NULL,
    usertype text NOT NULL,
    passwords boolean NOT NULL,
    verified_claim text NOT NULL,
    name_claim text NOT NULL,
    surname_claim text NOT NULL,
    connected_at timestamp with time zone NOT NULL,
    CONSTRAINT company_makes_no_admin CHECK ((usertype = ANY (ARRAY['installer'::text, 'client'::text, 'basic'::text])))
);
CREATE TABLE company_domain (
    domain text NOT NULL,
    company_id uuid NOT NULL
);
CREATE TABLE company_person (
    company_id uuid NOT NULL,
    subject text NOT NULL,
    user_id uuid NOT NULL,
    joined_at timestamp with time zone NOT NULL
);
CREATE TABLE company_visit (
    state_hash text NOT NULL,
    browser_hash text NOT NULL,
    company_id uuid NOT NULL,
    secrets text NOT NULL,
    language text NOT NULL,
    expires_at timestamp with time zone NOT NULL
);
CREATE TABLE compliance_profile (
    plant_id uuid NOT NULL,
    profile text NOT NULL,
    edition text NOT NULL,
    always_open boolean NOT NULL
);
CREATE TABLE dead_letter (
    id bigint NOT NULL,
    unit text NOT NULL,
    channel text NOT NULL,
    reason text NOT NULL,
    error text NOT NULL,
    payload bytea NOT NULL,
    tries integer NOT NULL,
    received_at timestamp with time zone NOT NULL
);
ALTER TABLE dead_letter ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME dead_letter_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE email_change (
    user_id uuid NOT NULL,
    email text NOT NULL,
    current_seal text NOT NULL,
    new_seal text,
    tries_left integer NOT NULL,
    expires_at timestamp with time zone NOT NULL
);
CREATE TABLE ended_membership (
    plant_id uuid NOT NULL,
    user_id uuid NOT NULL,
    role text NOT NULL,
    ended_on date NOT NULL
);
CREATE TABLE energy_aside (
    central_unit_id uuid NOT NULL,
    moments integer NOT NULL,
    last_at timestamp with time zone NOT NULL
);
CREATE TABLE energy_readings (
    central_unit_id uuid NOT NULL,
    day date NOT NULL,
    lamps bytea NOT NULL
);
CREATE TABLE energy_settings (
    plant_id uuid NOT NULL,
    baseline jsonb,
    tariffs jsonb NOT NULL,
    version integer DEFAULT 1 NOT NULL
);
CREATE TABLE energy_sums (
    central_unit_id uuid NOT NULL,
    level text NOT NULL,
    start date NOT NULL,
    lamps bytea NOT NULL,
    totals jsonb NOT NULL
);
CREATE TABLE energy_unit (
    central_unit_id uuid NOT NULL,
    timezone text NOT NULL,
    latest bigint,
    lamps bytea NOT NULL
);
CREATE TABLE energy_waiting (
    id bigint NOT NULL,
    central_unit_id uuid NOT NULL,
    told jsonb NOT NULL
);
ALTER TABLE energy_waiting ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME energy_waiting_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE enrolment (
    id uuid NOT NULL,
    plant_id uuid NOT NULL,
    unit text NOT NULL,
    command_id uuid NOT NULL,
    outcome text,
    unit_reached boolean DEFAULT false NOT NULL,
    started_at timestamp with time zone NOT NULL,
    expires_at timestamp with time zone NOT NULL
);
CREATE TABLE erased_person (
    user_id uuid NOT NULL,
    pseudonym text NOT NULL,
    name text,
    email text,
    erased_at timestamp with time zone NOT NULL,
    done_at timestamp with time zone
);
CREATE TABLE escalation (
    plant_id uuid NOT NULL,
    "on" boolean NOT NULL,
    after_minutes integer NOT NULL,
    kinds text[] NOT NULL,
    user_ids uuid[] NOT NULL,
    version integer DEFAULT 1 NOT NULL
);
CREATE TABLE escalation_run (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    plant_id uuid NOT NULL,
    kind text NOT NULL,
    cause_id uuid NOT NULL,
    cause_ids uuid[] NOT NULL,
    since timestamp with time zone NOT NULL,
    next_at timestamp with time zone NOT NULL,
    ended_at timestamp with time zone
);
CREATE TABLE escalation_step (
    run_id uuid NOT NULL,
    step integer NOT NULL,
    user_id uuid NOT NULL,
    at timestamp with time zone NOT NULL
);
CREATE TABLE favourite_plant (
    user_id uuid NOT NULL,
    plant_id uuid NOT NULL
);
CREATE TABLE file (
    id uuid NOT NULL,
    plant_id uuid NOT NULL,
    owner_kind text NOT NULL,
    name text NOT NULL,
    type text NOT NULL,
    bytes bigint NOT NULL,
    sha256 text,
    state text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    created_by text NOT NULL,
    expires_at timestamp with time zone
);
CREATE TABLE floor_plan (
    id uuid NOT NULL,
    plant_id uuid NOT NULL,
    name text NOT NULL,
    "position" integer NOT NULL,
    room_id uuid,
    version integer DEFAULT 1 NOT NULL,
    places_version integer DEFAULT 0 NOT NULL,
    long_side_m double precision,
    drawing_id uuid NOT NULL,
    editor_id uuid,
    edited_until timestamp with time zone,
    reach_m double precision,
    next_drawing_id uuid
);
CREATE TABLE floor_plan_drawing (
    id uuid NOT NULL,
    plan_id uuid NOT NULL,
    name text NOT NULL,
    sent_at timestamp with time zone NOT NULL,
    state text NOT NULL,
    refusal text,
    choices jsonb,
    choice jsonb,
    source_id uuid,
    width integer,
    height integer,
    large_id uuid,
    medium_id uuid,
    small_id uuid,
    long_side_m double precision,
    looks_empty boolean DEFAULT false NOT NULL
);
CREATE TABLE floor_plan_lamp (
    central_unit_id uuid NOT NULL,
    serial text NOT NULL,
    plan_id uuid NOT NULL,
    x double precision NOT NULL,
    y double precision NOT NULL
);
CREATE TABLE floor_plan_outline (
    plan_id uuid NOT NULL,
    room_id uuid NOT NULL,
    outline jsonb NOT NULL
);
CREATE TABLE group_name (
    central_unit_id uuid NOT NULL,
    "group" integer NOT NULL,
    name text NOT NULL,
    description text NOT NULL,
    version integer DEFAULT 1 NOT NULL
);
CREATE TABLE handover (
    id uuid NOT NULL,
    plant_id uuid NOT NULL,
    no integer NOT NULL,
    kind text NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    remarks text DEFAULT ''::text NOT NULL,
    installed jsonb,
    begun_at timestamp with time zone NOT NULL,
    begun_by_name text NOT NULL,
    signed_at timestamp with time zone
);
CREATE TABLE handover_answer (
    handover_id uuid NOT NULL,
    item text NOT NULL,
    answer text NOT NULL,
    note text NOT NULL
);
CREATE TABLE handover_measurement (
    handover_id uuid NOT NULL,
    "position" integer NOT NULL,
    point text NOT NULL,
    lux double precision NOT NULL,
    required_lux double precision NOT NULL,
    instrument text NOT NULL,
    measured_on date NOT NULL,
    CONSTRAINT handover_measurement_lux CHECK (((lux >= (0)::double precision) AND (lux < 'Infinity'::double precision) AND (required_lux > (0)::double precision))),
    CONSTRAINT handover_measurement_said CHECK (((instrument <> ''::text) AND (point <> ''::text)))
);
CREATE TABLE handover_signature (
    handover_id uuid NOT NULL,
    side text NOT NULL,
    user_id uuid NOT NULL,
    name text NOT NULL,
    at timestamp with time zone NOT NULL,
    digest text NOT NULL
);
CREATE TABLE held_test (
    id uuid NOT NULL,
    plant_id uuid NOT NULL,
    central_unit_id uuid NOT NULL,
    unit text NOT NULL,
    kind text NOT NULL,
    lamps integer[] NOT NULL,
    state text NOT NULL,
    starts_at timestamp with time zone,
    charged_at timestamp with time zone,
    reason text,
    due_at timestamp with time zone NOT NULL,
    test_id uuid,
    requested_by text NOT NULL,
    requested_by_name text NOT NULL,
    requested_at timestamp with time zone NOT NULL,
    re_test boolean DEFAULT false NOT NULL,
    charges_from timestamp with time zone
);
CREATE TABLE idempotent_call (
    account_id uuid NOT NULL,
    action text NOT NULL,
    key text NOT NULL,
    payload_hash text NOT NULL,
    output jsonb,
    at timestamp with time zone NOT NULL
);
CREATE TABLE inhibition (
    id uuid NOT NULL,
    plant_id uuid NOT NULL,
    central_unit_id uuid NOT NULL,
    state text NOT NULL,
    reason text NOT NULL,
    asked_by uuid,
    asked_by_name text,
    asked_at timestamp with time zone NOT NULL,
    ends_at timestamp with time zone NOT NULL,
    command_id uuid NOT NULL,
    end_asked_by uuid,
    end_asked_by_name text,
    end_asked_at timestamp with time zone,
    ended_at timestamp with time zone,
    because text,
    overdue_at timestamp with time zone,
    lapsed_at timestamp with time zone,
    asked_again_at timestamp with time zone,
    told_at timestamp with time zone
);
CREATE TABLE inspector_link (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    plant_id uuid NOT NULL,
    secret_hash text NOT NULL,
    idempotency_key uuid,
    made_by uuid NOT NULL,
    made_by_name text NOT NULL,
    made_at timestamp with time zone NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    revoked_at timestamp with time zone,
    revoked_by_name text,
    visits integer DEFAULT 0 NOT NULL
);
CREATE TABLE inspector_visit (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    link_id uuid NOT NULL,
    at timestamp with time zone NOT NULL
);
CREATE TABLE invitation (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    plant_id uuid NOT NULL,
    email text NOT NULL,
    role text NOT NULL,
    token_hash text NOT NULL,
    sent_by uuid NOT NULL,
    sent_at timestamp with time zone NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    accepted_at timestamp with time zone,
    accepted_by uuid,
    deleted_at timestamp with time zone,
    declined_at timestamp with time zone,
    ends_on date,
    language text
);
CREATE TABLE known_device (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    user_id uuid NOT NULL,
    token_hash text NOT NULL,
    signed_in_at timestamp with time zone NOT NULL
);
CREATE TABLE lamp (
    central_unit_id uuid NOT NULL,
    addr integer NOT NULL,
    serial text NOT NULL,
    type text NOT NULL,
    function text,
    mode text,
    errors text[] NOT NULL,
    condition text NOT NULL,
    condition_since timestamp with time zone NOT NULL,
    battery real,
    dimming real,
    groups integer[] NOT NULL,
    parity text,
    rated_min integer,
    product_code text,
    software_version text,
    boot bigint NOT NULL,
    seq bigint NOT NULL,
    reported_at timestamp with time zone NOT NULL,
    detail jsonb,
    uv_ends_at timestamp with time zone,
    detail_boot bigint DEFAULT '-1'::integer NOT NULL,
    detail_seq bigint DEFAULT '-1'::integer NOT NULL
);
CREATE TABLE lamp_change (
    central_unit_id uuid NOT NULL,
    addr integer NOT NULL,
    at timestamp with time zone NOT NULL,
    serial text NOT NULL,
    mode text,
    errors text[] NOT NULL,
    condition text NOT NULL
)
PARTITION BY RANGE (at);
CREATE TABLE lamp_change_rest (
    central_unit_id uuid NOT NULL,
    addr integer NOT NULL,
    at timestamp with time zone NOT NULL,
    serial text NOT NULL,
    mode text,
    errors text[] NOT NULL,
    condition text NOT NULL
);
CREATE TABLE lamp_list (
    central_unit_id uuid NOT NULL,
    addrs integer[] NOT NULL,
    boot bigint NOT NULL,
    seq bigint NOT NULL
);
CREATE TABLE lamp_note (
    central_unit_id uuid NOT NULL,
    serial text NOT NULL,
    description text NOT NULL,
    location text NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    notes text DEFAULT ''::text NOT NULL,
    notes_by text,
    notes_at timestamp with time zone
);
CREATE TABLE lamp_product (
    central_unit_id uuid NOT NULL,
    serial text NOT NULL,
    product_code text NOT NULL
);
CREATE TABLE lamp_text_change (
    revision_id uuid NOT NULL,
    central_unit_id uuid NOT NULL,
    serial text NOT NULL,
    addr integer NOT NULL,
    old_description text NOT NULL,
    old_location text NOT NULL,
    description text NOT NULL,
    location text NOT NULL
);
CREATE TABLE lamp_text_part (
    plant_id uuid NOT NULL,
    user_id uuid NOT NULL,
    idempotency_key uuid NOT NULL,
    part integer NOT NULL,
    rows jsonb NOT NULL,
    count integer NOT NULL,
    at timestamp with time zone NOT NULL
);
CREATE TABLE lamp_text_revision (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    plant_id uuid NOT NULL,
    idempotency_key uuid NOT NULL,
    kind text NOT NULL,
    at timestamp with time zone NOT NULL,
    by_name text NOT NULL,
    lamps integer NOT NULL,
    undone_at timestamp with time zone,
    undone_by text
);
CREATE TABLE logbook_entry (
    plant_id uuid NOT NULL,
    kind text NOT NULL,
    at timestamp with time zone NOT NULL,
    central_unit_id uuid,
    unit text,
    lamp integer,
    lamp_serial text,
    test_id uuid,
    facts jsonb NOT NULL,
    clock_wrong boolean DEFAULT false NOT NULL,
    once text,
    result text,
    no integer NOT NULL,
    id uuid NOT NULL,
    recorded_at timestamp with time zone NOT NULL,
    corrects integer,
    about integer,
    by uuid,
    text text DEFAULT ''::text NOT NULL,
    hash text NOT NULL,
    search text DEFAULT ''::text NOT NULL
);
CREATE TABLE logbook_head (
    plant_id uuid NOT NULL,
    no integer DEFAULT 0 NOT NULL,
    hash text NOT NULL,
    sealed_at timestamp with time zone NOT NULL
);
CREATE TABLE logbook_key (
    id text NOT NULL,
    public_key text NOT NULL,
    closed_key text NOT NULL,
    since timestamp with time zone NOT NULL,
    until timestamp with time zone
);
CREATE TABLE logbook_past (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    plant_id uuid NOT NULL,
    kind text NOT NULL,
    at timestamp with time zone NOT NULL,
    central_unit_id uuid,
    unit text,
    lamp integer,
    lamp_serial text,
    test_id uuid,
    facts jsonb NOT NULL,
    clock_wrong boolean DEFAULT false NOT NULL,
    once text,
    result text,
    user_id text,
    by_name text
);
CREATE TABLE logbook_person (
    ref uuid NOT NULL,
    plant_id uuid NOT NULL,
    user_id uuid,
    name text
);
CREATE TABLE logbook_time_stamp (
    plant_id uuid NOT NULL,
    head text NOT NULL,
    token text NOT NULL,
    authority text NOT NULL,
    at timestamp with time zone NOT NULL
);
CREATE TABLE mail (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    "to" text NOT NULL,
    language text NOT NULL,
    template text NOT NULL,
    "values" jsonb NOT NULL,
    created_at timestamp with time zone NOT NULL,
    sent_at timestamp with time zone,
    attachment uuid,
    tries integer DEFAULT 0 NOT NULL,
    answer text,
    given_up_at timestamp with time zone
)
PARTITION BY RANGE (created_at);
CREATE TABLE mail_rest (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    "to" text NOT NULL,
    language text NOT NULL,
    template text NOT NULL,
    "values" jsonb NOT NULL,
    created_at timestamp with time zone NOT NULL,
    sent_at timestamp with time zone,
    attachment uuid,
    tries integer DEFAULT 0 NOT NULL,
    answer text,
    given_up_at timestamp with time zone
);
CREATE TABLE member_rule (
    plant_id uuid NOT NULL,
    domain text NOT NULL,
    role text NOT NULL,
    made_at timestamp with time zone NOT NULL
);
CREATE TABLE monitoring_zone (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    plant_id uuid NOT NULL,
    name text NOT NULL,
    version integer DEFAULT 1 NOT NULL
);
CREATE TABLE monitoring_zone_lamp (
    central_unit_id uuid NOT NULL,
    serial text NOT NULL,
    zone_id uuid NOT NULL
);
CREATE TABLE notice (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    plant_id uuid NOT NULL,
    user_id uuid NOT NULL,
    kind text NOT NULL,
    at timestamp with time zone NOT NULL,
    cause_id uuid NOT NULL,
    cause_ids uuid[] NOT NULL,
    acknowledged_at timestamp with time zone,
    snoozed_until timestamp with time zone
);
CREATE TABLE notice_cause (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    plant_id uuid NOT NULL,
    kind text NOT NULL,
    what text NOT NULL,
    once text NOT NULL,
    at timestamp with time zone NOT NULL,
    central_unit_id uuid,
    addr integer,
    faults text[] DEFAULT '{}'::text[] NOT NULL,
    count integer,
    gathered_at timestamp with time zone,
    ended_at timestamp with time zone,
    about_at timestamp with time zone,
    about_id uuid
);
CREATE TABLE notice_choice (
    plant_id uuid NOT NULL,
    user_id uuid NOT NULL,
    kind text NOT NULL,
    mail boolean DEFAULT true NOT NULL,
    push boolean DEFAULT true NOT NULL
);
CREATE TABLE notice_delivery (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    notice_id uuid NOT NULL,
    channel text NOT NULL,
    state text NOT NULL,
    state_at timestamp with time zone NOT NULL,
    due_at timestamp with time zone NOT NULL,
    gathered boolean NOT NULL,
    mail_id uuid,
    tries integer DEFAULT 0 NOT NULL,
    answer text,
    step integer DEFAULT 0 NOT NULL,
    steps integer DEFAULT 0 NOT NULL,
    urgent boolean DEFAULT false NOT NULL
);
CREATE TABLE notice_round (
    name text NOT NULL,
    until timestamp with time zone NOT NULL
);
CREATE TABLE notice_threshold (
    plant_id uuid NOT NULL,
    urgent text[] NOT NULL,
    fault_lamps integer NOT NULL,
    test_lamps integer NOT NULL,
    silent_after_h integer NOT NULL,
    inhibited_after_min integer NOT NULL,
    overdue_after_days integer NOT NULL,
    pro_days integer NOT NULL,
    version integer DEFAULT 1 NOT NULL
);
CREATE TABLE notice_wish (
    plant_id uuid NOT NULL,
    user_id uuid NOT NULL,
    rhythm text DEFAULT 'each'::text NOT NULL,
    quiet_from text,
    quiet_until text
);
CREATE TABLE office_note (
    plant_id uuid NOT NULL,
    contract text NOT NULL,
    chain text NOT NULL,
    note text NOT NULL,
    version integer NOT NULL,
    saved_by uuid NOT NULL,
    saved_at timestamp with time zone NOT NULL
);
CREATE TABLE operation (
    id uuid NOT NULL,
    plant_id uuid NOT NULL,
    unit text NOT NULL,
    kind text NOT NULL,
    state text NOT NULL,
    undoes uuid,
    requested_by text,
    requested_by_name text,
    requested_at timestamp with time zone NOT NULL,
    ended_at timestamp with time zone,
    bundle_id uuid
);
CREATE TABLE operation_step (
    operation_id uuid NOT NULL,
    n integer NOT NULL,
    role text NOT NULL,
    command jsonb NOT NULL,
    undo jsonb,
    lamps integer[] NOT NULL,
    effect_at_close boolean DEFAULT false NOT NULL,
    until text,
    state text NOT NULL,
    misses integer DEFAULT 0 NOT NULL,
    command_id uuid,
    error text,
    code text
);
CREATE TABLE passkey (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    user_id uuid NOT NULL,
    credential_id text NOT NULL,
    public_key text NOT NULL,
    counter bigint NOT NULL,
    transports text[] NOT NULL,
    name text NOT NULL,
    added_at timestamp with time zone NOT NULL,
    last_used_at timestamp with time zone
);
CREATE TABLE picture (
    id uuid NOT NULL,
    plant_id uuid,
    user_id uuid,
    type text NOT NULL,
    content bytea NOT NULL,
    made_at timestamp with time zone NOT NULL,
    CONSTRAINT picture_of_one CHECK ((num_nonnulls(plant_id, user_id) = 1)),
    CONSTRAINT picture_size CHECK ((octet_length(content) <= 1048576))
);
CREATE TABLE plan_unit (
    plan_id uuid NOT NULL,
    central_unit_id uuid NOT NULL,
    functional jsonb NOT NULL,
    autonomy jsonb NOT NULL,
    asked_at timestamp with time zone,
    taken_at timestamp with time zone,
    due_at timestamp with time zone NOT NULL
);
CREATE TABLE plan_wishes (
    plant_id uuid NOT NULL,
    wishes jsonb NOT NULL,
    version integer NOT NULL
);
CREATE TABLE planned_test (
    id uuid NOT NULL,
    plan_id uuid NOT NULL,
    plant_id uuid NOT NULL,
    central_unit_id uuid NOT NULL,
    kind text NOT NULL,
    planner text NOT NULL,
    "group" text,
    lamps integer[] NOT NULL,
    starts_at timestamp with time zone NOT NULL,
    day date NOT NULL,
    minutes integer NOT NULL,
    state text NOT NULL,
    reason text,
    moved_from timestamp with time zone,
    moved_because text
);
CREATE TABLE plant (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    plantname text NOT NULL,
    plant_type text NOT NULL,
    ever_pro boolean DEFAULT false NOT NULL,
    pro_expiry timestamp with time zone,
    country text NOT NULL,
    housenumber text NOT NULL,
    city text NOT NULL,
    street text NOT NULL,
    prov text NOT NULL,
    cap text NOT NULL,
    lat double precision,
    long double precision,
    timezone text NOT NULL,
    owner jsonb,
    logo text,
    notifications boolean DEFAULT true NOT NULL,
    search_text text NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    created_by uuid NOT NULL,
    created_at timestamp with time zone NOT NULL,
    idempotency_key uuid,
    removed_at timestamp with time zone,
    pro_end_told timestamp with time zone,
    archived_at timestamp with time zone,
    removed_by uuid,
    removed_by_name text,
    erased_at timestamp with time zone,
    position_by text DEFAULT 'address'::text NOT NULL,
    CONSTRAINT plant_zone_known CHECK ((('2000-01-01 00:00:00+00'::timestamp with time zone AT TIME ZONE timezone) IS NOT NULL))
);
CREATE TABLE plant_figures (
    plant_id uuid NOT NULL,
    severity integer NOT NULL,
    condition text NOT NULL,
    result text NOT NULL,
    units integer NOT NULL,
    connected integer NOT NULL,
    lamps integer NOT NULL,
    counts jsonb NOT NULL,
    attention jsonb NOT NULL,
    updated_at timestamp with time zone NOT NULL
);
CREATE TABLE plant_figures_due (
    id bigint NOT NULL,
    plant_id uuid NOT NULL
);
ALTER TABLE plant_figures_due ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME plant_figures_due_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE plant_member (
    plant_id uuid NOT NULL,
    user_id uuid NOT NULL,
    role text NOT NULL,
    notifications boolean DEFAULT true NOT NULL,
    invited_by uuid,
    since timestamp with time zone NOT NULL,
    ends_on date,
    end_told integer
);
CREATE TABLE plant_visit (
    plant_id uuid NOT NULL,
    user_id uuid NOT NULL,
    hour timestamp with time zone NOT NULL,
    at timestamp with time zone NOT NULL,
    user_name text NOT NULL,
    scope text
);
CREATE TABLE price_settings (
    plant_id uuid NOT NULL,
    currency text NOT NULL,
    shown_to_clients boolean NOT NULL,
    version integer DEFAULT 1 NOT NULL
);
CREATE TABLE pro_code (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    code_hash text NOT NULL,
    last4 text NOT NULL,
    months integer NOT NULL,
    reference text NOT NULL,
    made_at timestamp with time zone NOT NULL,
    made_by uuid NOT NULL,
    made_by_name text NOT NULL,
    idempotency_key uuid,
    number integer NOT NULL,
    used_at timestamp with time zone,
    used_by uuid,
    used_by_name text,
    plant_id uuid,
    kind text,
    expiry timestamp with time zone,
    use_key uuid,
    revoked_at timestamp with time zone,
    revoked_by uuid,
    revoked_by_name text,
    reason text
);
CREATE TABLE product_price (
    plant_id uuid NOT NULL,
    product_code text NOT NULL,
    cents integer,
    version integer DEFAULT 1 NOT NULL
);
CREATE TABLE profile (
    user_id uuid NOT NULL,
    usertype text NOT NULL,
    scope text,
    validation text NOT NULL,
    validation_reason text,
    validation_by uuid,
    validation_at timestamp with time zone,
    name text NOT NULL,
    surname text NOT NULL,
    phone text DEFAULT ''::text NOT NULL,
    piva text DEFAULT ''::text NOT NULL,
    businessname text DEFAULT ''::text NOT NULL,
    address jsonb NOT NULL,
    language text NOT NULL,
    age_declared_at timestamp with time zone,
    terms_accepted_at timestamp with time zone,
    marketing_at timestamp with time zone,
    profiling_at timestamp with time zone,
    thirdparts_at timestamp with time zone,
    nomina_accepted_at timestamp with time zone,
    disclaimer_photo_accepted_at timestamp with time zone,
    app_config jsonb DEFAULT '{}'::jsonb NOT NULL,
    recent_plants uuid[] DEFAULT '{}'::uuid[] NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    kind text DEFAULT 'person'::text NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    CONSTRAINT profile_app_config_size CHECK ((octet_length((app_config)::text) <= 65536))
);
CREATE TABLE push_device (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    user_id uuid NOT NULL,
    session_id uuid NOT NULL,
    endpoint text NOT NULL,
    p256dh text NOT NULL,
    auth text NOT NULL,
    added_at timestamp with time zone NOT NULL
);
CREATE TABLE push_message (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    batch_id uuid NOT NULL,
    device_id uuid NOT NULL,
    text jsonb,
    is_urgent boolean NOT NULL,
    at timestamp with time zone NOT NULL,
    sent_at timestamp with time zone,
    given_up_at timestamp with time zone,
    tries integer DEFAULT 0 NOT NULL,
    answer text
);
CREATE TABLE recovery_code (
    user_id uuid NOT NULL,
    code_hash text NOT NULL
);
CREATE TABLE removed_scene (
    id uuid NOT NULL,
    plant_id uuid NOT NULL,
    name text NOT NULL,
    removed_at timestamp with time zone NOT NULL
);
CREATE TABLE report (
    id uuid NOT NULL,
    plant_id uuid NOT NULL,
    test_id uuid,
    language text NOT NULL,
    result_filter text,
    state text NOT NULL,
    bytes integer,
    requested_by text NOT NULL,
    requested_at timestamp with time zone NOT NULL,
    file_id uuid,
    error text,
    bill text,
    with_prices boolean DEFAULT false NOT NULL,
    period text,
    paper text
);
CREATE TABLE report_mail (
    plant_id uuid NOT NULL,
    user_id uuid NOT NULL,
    rhythm text NOT NULL,
    period text NOT NULL,
    next_at timestamp with time zone NOT NULL
);
CREATE TABLE room (
    id uuid NOT NULL,
    plant_id uuid NOT NULL,
    parent_id uuid,
    level text NOT NULL,
    name text NOT NULL,
    kind text,
    area_m2 double precision,
    version integer DEFAULT 1 NOT NULL,
    used_from text,
    used_to text
);
CREATE TABLE room_lamp (
    central_unit_id uuid NOT NULL,
    serial text NOT NULL,
    room_id uuid NOT NULL
);
CREATE TABLE room_unit (
    central_unit_id uuid NOT NULL,
    room_id uuid NOT NULL
);
CREATE TABLE round (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    plant_id uuid NOT NULL,
    idempotency_key uuid,
    title text NOT NULL,
    planned_for date,
    assignee uuid,
    assignee_name text,
    created_by text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    ended_by text,
    ended_at timestamp with time zone,
    minutes integer,
    cents integer
);
CREATE TABLE round_item (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    plant_id uuid NOT NULL,
    round_id uuid,
    central_unit_id uuid NOT NULL,
    serial text NOT NULL,
    addr integer,
    error text NOT NULL,
    proof text NOT NULL,
    state text DEFAULT 'open'::text NOT NULL,
    added_at timestamp with time zone NOT NULL,
    not_now text,
    not_now_by text,
    not_now_at timestamp with time zone,
    work text,
    work_at timestamp with time zone,
    said_at timestamp with time zone,
    work_by uuid,
    work_by_name text,
    work_note text DEFAULT ''::text NOT NULL,
    photos uuid[] DEFAULT '{}'::uuid[] NOT NULL,
    work_key uuid,
    is_kept boolean DEFAULT false NOT NULL,
    held_test_id uuid,
    failed_test_id uuid,
    closed_at timestamp with time zone,
    closed_by text,
    closed_test_id uuid,
    due_at timestamp with time zone NOT NULL
);
CREATE TABLE saved_view (
    id uuid NOT NULL,
    plant_id uuid NOT NULL,
    user_id uuid NOT NULL,
    name text NOT NULL,
    list text NOT NULL,
    params jsonb NOT NULL,
    version integer DEFAULT 1 NOT NULL
);
CREATE TABLE scene (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    plant_id uuid NOT NULL,
    name text NOT NULL,
    enabled boolean NOT NULL,
    ramp boolean NOT NULL,
    mode text NOT NULL,
    input_unit_id uuid,
    input integer,
    calendar jsonb,
    saved_at timestamp with time zone NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    due_at timestamp with time zone,
    due_is_run boolean DEFAULT false NOT NULL,
    due_for text
);
CREATE TABLE scene_level (
    scene_id uuid NOT NULL,
    aggregation_id uuid NOT NULL,
    level integer
);
CREATE TABLE scene_run (
    id uuid NOT NULL,
    plant_id uuid NOT NULL,
    scene_id uuid,
    name text NOT NULL,
    cause text NOT NULL,
    at timestamp with time zone NOT NULL,
    by uuid,
    by_name text,
    input_unit text,
    input integer,
    left_out integer DEFAULT 0 NOT NULL,
    result text NOT NULL,
    counted text[]
);
CREATE TABLE scene_run_unit (
    run_id uuid NOT NULL,
    unit text NOT NULL,
    command_id uuid,
    result text NOT NULL,
    reason text
);
CREATE TABLE second_factor (
    user_id uuid NOT NULL,
    secret text NOT NULL,
    confirmed_at timestamp with time zone,
    used_step integer DEFAULT 0 NOT NULL
);
CREATE TABLE security_event (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    at timestamp with time zone NOT NULL,
    kind text NOT NULL,
    user_id text NOT NULL,
    address text NOT NULL,
    action text NOT NULL,
    plant_id uuid,
    count integer NOT NULL
)
PARTITION BY RANGE (at);
CREATE TABLE security_event_rest (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    at timestamp with time zone NOT NULL,
    kind text NOT NULL,
    user_id text NOT NULL,
    address text NOT NULL,
    action text NOT NULL,
    plant_id uuid,
    count integer NOT NULL
);
CREATE TABLE session (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    token text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    ip_address text,
    user_agent text,
    user_id uuid NOT NULL,
    known_device_id uuid
);
CREATE TABLE test_plan (
    id uuid NOT NULL,
    plant_id uuid NOT NULL,
    state text NOT NULL,
    wishes jsonb NOT NULL,
    from_day date NOT NULL,
    until_day date NOT NULL,
    fingerprint text NOT NULL,
    conflicts jsonb NOT NULL,
    proposed_by uuid NOT NULL,
    proposed_by_name text NOT NULL,
    proposed_at timestamp with time zone NOT NULL,
    accepted_by uuid,
    accepted_by_name text,
    accepted_at timestamp with time zone,
    check_at timestamp with time zone
);
CREATE TABLE test_result (
    test_id uuid NOT NULL,
    lamp integer NOT NULL,
    serial text NOT NULL,
    description text NOT NULL,
    location text NOT NULL,
    result text NOT NULL,
    reason text,
    measured_s integer,
    at timestamp with time zone NOT NULL,
    received_at timestamp with time zone NOT NULL,
    rated_min integer,
    clock_wrong boolean DEFAULT false NOT NULL,
    boot bigint,
    seq bigint
);
CREATE TABLE test_run (
    id uuid NOT NULL,
    plant_id uuid NOT NULL,
    central_unit_id uuid NOT NULL,
    unit text NOT NULL,
    kind text NOT NULL,
    trigger text NOT NULL,
    state text NOT NULL,
    reason text,
    requested_by text,
    requested_by_name text,
    requested_at timestamp with time zone NOT NULL,
    started_at timestamp with time zone,
    ended_at timestamp with time zone,
    lamps integer[] NOT NULL,
    command_id uuid,
    rated_min integer,
    clock_wrong boolean DEFAULT false NOT NULL,
    life text,
    start_boot bigint,
    start_seq bigint,
    end_heard_at timestamp with time zone
);
CREATE TABLE unit_command (
    id uuid NOT NULL,
    plant_id uuid NOT NULL,
    unit text NOT NULL,
    command jsonb NOT NULL,
    name text NOT NULL,
    state text NOT NULL,
    retries_left integer NOT NULL,
    attempt integer NOT NULL,
    due_at timestamp with time zone,
    error text,
    code text,
    response jsonb,
    answer_timeout_ms integer NOT NULL,
    work_timeout_ms integer NOT NULL,
    retries integer NOT NULL,
    waits_for_unit boolean DEFAULT false NOT NULL,
    sets_working boolean NOT NULL,
    requested_by text,
    requested_by_name text,
    requested_at timestamp with time zone NOT NULL,
    ended_at timestamp with time zone,
    sent_at timestamp with time zone,
    operation_id uuid,
    answered_by text
);
CREATE TABLE unit_hold (
    plant_id uuid NOT NULL,
    unit text NOT NULL,
    operation_id uuid NOT NULL,
    kind text NOT NULL,
    held_by_name text,
    since timestamp with time zone NOT NULL
);
CREATE TABLE unit_link (
    unit text NOT NULL,
    online boolean NOT NULL,
    boot bigint NOT NULL,
    since timestamp with time zone NOT NULL,
    last_seen timestamp with time zone NOT NULL,
    clock_drift_s integer,
    protocol_fault_at timestamp with time zone,
    closed boolean DEFAULT false NOT NULL,
    life text DEFAULT ''::text NOT NULL,
    connection bigint DEFAULT 0 NOT NULL,
    credential_generation integer DEFAULT 0 NOT NULL,
    credentials_revoked_at timestamp with time zone,
    credentials_changed boolean DEFAULT false NOT NULL
);
CREATE TABLE unit_lists_due (
    id bigint NOT NULL,
    plant_id uuid NOT NULL
);
ALTER TABLE unit_lists_due ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME unit_lists_due_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE unit_scene_list (
    central_unit_id uuid NOT NULL,
    wanted jsonb NOT NULL,
    taken jsonb,
    told_version integer,
    asked_at timestamp with time zone,
    due_at timestamp with time zone NOT NULL,
    expected_until timestamp with time zone,
    expect_at timestamp with time zone
);
CREATE TABLE unit_snapshot (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    plant_id uuid NOT NULL,
    unit text NOT NULL,
    cu_type text NOT NULL,
    taken_at timestamp with time zone NOT NULL,
    reason text NOT NULL,
    taken_by_name text,
    operation_id uuid,
    lamps integer NOT NULL,
    digest text NOT NULL,
    configuration jsonb NOT NULL
);
CREATE TABLE used_challenge (
    hash text NOT NULL,
    expires_at timestamp with time zone NOT NULL
);
CREATE TABLE "user" (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    name text NOT NULL,
    email text NOT NULL,
    email_verified boolean DEFAULT false NOT NULL,
    image text,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL
);
CREATE TABLE verification (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    identifier text NOT NULL,
    value text NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL
);
CREATE TABLE walk (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    plant_id uuid NOT NULL,
    idempotency_key uuid,
    central_unit_id uuid,
    started_by text NOT NULL,
    started_at timestamp with time zone NOT NULL,
    ended_at timestamp with time zone,
    plan_id uuid
);
CREATE TABLE walk_lamp (
    walk_id uuid NOT NULL,
    central_unit_id uuid NOT NULL,
    serial text NOT NULL,
    "position" integer NOT NULL,
    state text DEFAULT 'open'::text NOT NULL,
    reason text,
    put_off integer DEFAULT 0 NOT NULL,
    by_name text,
    at timestamp with time zone,
    saved_under uuid,
    taken_by uuid,
    taken_by_name text,
    taken_until timestamp with time zone,
    blinks_until timestamp with time zone
);
CREATE TABLE webhook (
    id uuid NOT NULL,
    plant_id uuid NOT NULL,
    address text NOT NULL,
    kinds text[] NOT NULL,
    "on" boolean NOT NULL,
    closed_secret text NOT NULL,
    made_by uuid NOT NULL,
    made_at timestamp with time zone NOT NULL,
    idempotency_key uuid,
    gone_at timestamp with time zone,
    version integer DEFAULT 1 NOT NULL,
    failures integer DEFAULT 0 NOT NULL,
    sender uuid,
    sending_until timestamp with time zone,
    turn_at timestamp with time zone,
    earlier_secrets jsonb DEFAULT '[]'::jsonb NOT NULL
);
CREATE TABLE webhook_call (
    id uuid NOT NULL,
    webhook_id uuid NOT NULL,
    kind text NOT NULL,
    cause_id uuid,
    causes integer NOT NULL,
    body text,
    at timestamp with time zone NOT NULL,
    state text DEFAULT 'waiting'::text NOT NULL,
    state_at timestamp with time zone NOT NULL,
    due_at timestamp with time zone NOT NULL,
    tries integer DEFAULT 0 NOT NULL,
    failure text,
    answer text
);
CREATE TABLE working_unit (
    plant_id uuid NOT NULL,
    unit text NOT NULL,
    until timestamp with time zone NOT NULL
);
CREATE TABLE zone (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    plant_id uuid NOT NULL,
    name text NOT NULL,
    version integer DEFAULT 1 NOT NULL
);
CREATE TABLE zone_lamp (
    zone_id uuid NOT NULL,
    central_unit_id uuid NOT NULL,
    serial text NOT NULL
);
ALTER TABLE ONLY audit ATTACH PARTITION audit_rest DEFAULT;
ALTER TABLE ONLY lamp_change ATTACH PARTITION lamp_change_rest DEFAULT;
ALTER TABLE ONLY mail ATTACH PARTITION mail_rest DEFAULT;
ALTER TABLE ONLY security_event ATTACH PARTITION security_event_rest DEFAULT;
ALTER TABLE ONLY account
    ADD CONSTRAINT account_pkey PRIMARY KEY (id);
ALTER TABLE ONLY admin_area
    ADD CONSTRAINT admin_area_user_id_country_prov_pk PRIMARY KEY (user_id, country, prov);
ALTER TABLE ONLY aggregation
    ADD CONSTRAINT aggregation_pkey PRIMARY KEY (id);
ALTER TABLE ONLY aggregation_use
    ADD CONSTRAINT aggregation_use_aggregation_id_kind_used_by_pk PRIMARY KEY (aggregation_id, kind, used_by);
ALTER TABLE ONLY attachment
    ADD CONSTRAINT attachment_pkey PRIMARY KEY (file_id);
ALTER TABLE ONLY attempt
    ADD CONSTRAINT attempt_pkey PRIMARY KEY (key);
ALTER TABLE ONLY attention_assignment
    ADD CONSTRAINT attention_assignment_plant_id_cu_code_pk PRIMARY KEY (plant_id, cu, code);
ALTER TABLE ONLY attention_snooze
    ADD CONSTRAINT attention_snooze_plant_id_cu_code_user_id_pk PRIMARY KEY (plant_id, cu, code, user_id);
ALTER TABLE ONLY audit
    ADD CONSTRAINT audit_id_at_pk PRIMARY KEY (id, at);
ALTER TABLE ONLY audit_rest
    ADD CONSTRAINT audit_rest_pkey PRIMARY KEY (id, at);
ALTER TABLE ONLY bluetooth_entry
    ADD CONSTRAINT bluetooth_entry_pkey PRIMARY KEY (id);
ALTER TABLE ONLY bluetooth_report
    ADD CONSTRAINT "bluetooth_report_nameHash_unique" UNIQUE (name_hash);
ALTER TABLE ONLY bluetooth_report
    ADD CONSTRAINT bluetooth_report_pkey PRIMARY KEY (id);
ALTER TABLE ONLY calendar_feed
    ADD CONSTRAINT calendar_feed_pkey PRIMARY KEY (id);
ALTER TABLE ONLY calendar_feed
    ADD CONSTRAINT "calendar_feed_secretHash_unique" UNIQUE (secret_hash);
ALTER TABLE ONLY catalogue
    ADD CONSTRAINT catalogue_pkey PRIMARY KEY (id);
ALTER TABLE ONLY central_unit
    ADD CONSTRAINT central_unit_pkey PRIMARY KEY (id);
ALTER TABLE ONLY company_domain
    ADD CONSTRAINT company_domain_pkey PRIMARY KEY (domain);
ALTER TABLE ONLY company
    ADD CONSTRAINT company_name_unique UNIQUE (name);
ALTER TABLE ONLY company_person
    ADD CONSTRAINT company_person_company_id_subject_pk PRIMARY KEY (company_id, subject);
ALTER TABLE ONLY company_person
    ADD CONSTRAINT "company_person_userId_unique" UNIQUE (user_id);
ALTER TABLE ONLY company
    ADD CONSTRAINT company_pkey PRIMARY KEY (id);
ALTER TABLE ONLY company_visit
    ADD CONSTRAINT company_visit_pkey PRIMARY KEY (state_hash);
ALTER TABLE ONLY compliance_profile
    ADD CONSTRAINT compliance_profile_pkey PRIMARY KEY (plant_id);
ALTER TABLE ONLY dead_letter
    ADD CONSTRAINT dead_letter_pkey PRIMARY KEY (id);
ALTER TABLE ONLY email_change
    ADD CONSTRAINT email_change_pkey PRIMARY KEY (user_id);
ALTER TABLE ONLY ended_membership
    ADD CONSTRAINT ended_membership_plant_id_user_id_pk PRIMARY KEY (plant_id, user_id);
ALTER TABLE ONLY energy_aside
    ADD CONSTRAINT energy_aside_pkey PRIMARY KEY (central_unit_id);
ALTER TABLE ONLY energy_readings
    ADD CONSTRAINT energy_readings_central_unit_id_day_pk PRIMARY KEY (central_unit_id, day);
ALTER TABLE ONLY energy_settings
    ADD CONSTRAINT energy_settings_pkey PRIMARY KEY (plant_id);
ALTER TABLE ONLY energy_sums
    ADD CONSTRAINT energy_sums_central_unit_id_level_start_pk PRIMARY KEY (central_unit_id, level, start);
ALTER TABLE ONLY energy_unit
    ADD CONSTRAINT energy_unit_pkey PRIMARY KEY (central_unit_id);
ALTER TABLE ONLY energy_waiting
    ADD CONSTRAINT energy_waiting_pkey PRIMARY KEY (id);
ALTER TABLE ONLY enrolment
    ADD CONSTRAINT enrolment_pkey PRIMARY KEY (id);
ALTER TABLE ONLY erased_person
    ADD CONSTRAINT erased_person_pkey PRIMARY KEY (user_id);
ALTER TABLE ONLY erased_person
    ADD CONSTRAINT erased_person_pseudonym_unique UNIQUE (pseudonym);
ALTER TABLE ONLY escalation
    ADD CONSTRAINT escalation_pkey PRIMARY KEY (plant_id);
ALTER TABLE ONLY escalation_run
    ADD CONSTRAINT "escalation_run_causeId_unique" UNIQUE (cause_id);
ALTER TABLE ONLY escalation_run
    ADD CONSTRAINT escalation_run_pkey PRIMARY KEY (id);
ALTER TABLE ONLY escalation_step
    ADD CONSTRAINT escalation_step_person UNIQUE (run_id, user_id);
ALTER TABLE ONLY escalation_step
    ADD CONSTRAINT escalation_step_run_id_step_pk PRIMARY KEY (run_id, step);
ALTER TABLE ONLY favourite_plant
    ADD CONSTRAINT favourite_plant_user_id_plant_id_pk PRIMARY KEY (user_id, plant_id);
ALTER TABLE ONLY file
    ADD CONSTRAINT file_pkey PRIMARY KEY (id);
ALTER TABLE ONLY floor_plan_drawing
    ADD CONSTRAINT floor_plan_drawing_pkey PRIMARY KEY (id);
ALTER TABLE ONLY floor_plan_lamp
    ADD CONSTRAINT floor_plan_lamp_central_unit_id_serial_pk PRIMARY KEY (central_unit_id, serial);
ALTER TABLE ONLY floor_plan_outline
    ADD CONSTRAINT floor_plan_outline_plan_id_room_id_pk PRIMARY KEY (plan_id, room_id);
ALTER TABLE ONLY floor_plan
    ADD CONSTRAINT floor_plan_pkey PRIMARY KEY (id);
ALTER TABLE ONLY group_name
    ADD CONSTRAINT group_name_central_unit_id_group_pk PRIMARY KEY (central_unit_id, "group");
ALTER TABLE ONLY handover_answer
    ADD CONSTRAINT handover_answer_handover_id_item_pk PRIMARY KEY (handover_id, item);
ALTER TABLE ONLY handover_measurement
    ADD CONSTRAINT handover_measurement_handover_id_position_pk PRIMARY KEY (handover_id, "position");
ALTER TABLE ONLY handover
    ADD CONSTRAINT handover_pkey PRIMARY KEY (id);
ALTER TABLE ONLY handover_signature
    ADD CONSTRAINT handover_signature_handover_id_side_pk PRIMARY KEY (handover_id, side);
ALTER TABLE ONLY held_test
    ADD CONSTRAINT held_test_pkey PRIMARY KEY (id);
ALTER TABLE ONLY idempotent_call
    ADD CONSTRAINT idempotent_call_account_id_action_key_pk PRIMARY KEY (account_id, action, key);
ALTER TABLE ONLY inhibition
    ADD CONSTRAINT inhibition_pkey PRIMARY KEY (id);
ALTER TABLE ONLY inspector_link
    ADD CONSTRAINT inspector_link_pkey PRIMARY KEY (id);
ALTER TABLE ONLY inspector_link
    ADD CONSTRAINT "inspector_link_secretHash_unique" UNIQUE (secret_hash);
ALTER TABLE ONLY inspector_visit
    ADD CONSTRAINT inspector_visit_pkey PRIMARY KEY (id);
ALTER TABLE ONLY invitation
    ADD CONSTRAINT invitation_pkey PRIMARY KEY (id);
ALTER TABLE ONLY invitation
    ADD CONSTRAINT "invitation_tokenHash_unique" UNIQUE (token_hash);
ALTER TABLE ONLY known_device
    ADD CONSTRAINT known_device_once UNIQUE (user_id, token_hash);
ALTER TABLE ONLY known_device
    ADD CONSTRAINT known_device_pkey PRIMARY KEY (id);
ALTER TABLE ONLY lamp
    ADD CONSTRAINT lamp_central_unit_id_addr_pk PRIMARY KEY (central_unit_id, addr);
ALTER TABLE ONLY lamp_change
    ADD CONSTRAINT lamp_change_central_unit_id_addr_at_pk PRIMARY KEY (central_unit_id, addr, at);
ALTER TABLE ONLY lamp_change_rest
    ADD CONSTRAINT lamp_change_rest_pkey PRIMARY KEY (central_unit_id, addr, at);
ALTER TABLE ONLY lamp_list
    ADD CONSTRAINT lamp_list_pkey PRIMARY KEY (central_unit_id);
ALTER TABLE ONLY lamp_note
    ADD CONSTRAINT lamp_note_central_unit_id_serial_pk PRIMARY KEY (central_unit_id, serial);
ALTER TABLE ONLY lamp_product
    ADD CONSTRAINT lamp_product_central_unit_id_serial_pk PRIMARY KEY (central_unit_id, serial);
ALTER TABLE ONLY lamp_text_change
    ADD CONSTRAINT lamp_text_change_revision_id_central_unit_id_serial_pk PRIMARY KEY (revision_id, central_unit_id, serial);
ALTER TABLE ONLY lamp_text_part
    ADD CONSTRAINT lamp_text_part_plant_id_user_id_idempotency_key_part_pk PRIMARY KEY (plant_id, user_id, idempotency_key, part);
ALTER TABLE ONLY lamp_text_revision
    ADD CONSTRAINT lamp_text_revision_pkey PRIMARY KEY (id);
ALTER TABLE ONLY logbook_entry
    ADD CONSTRAINT logbook_entry_id_unique UNIQUE (id);
ALTER TABLE ONLY logbook_entry
    ADD CONSTRAINT logbook_entry_plant_id_no_pk PRIMARY KEY (plant_id, no);
ALTER TABLE ONLY logbook_head
    ADD CONSTRAINT logbook_head_pkey PRIMARY KEY (plant_id);
ALTER TABLE ONLY logbook_key
    ADD CONSTRAINT logbook_key_pkey PRIMARY KEY (id);
ALTER TABLE ONLY logbook_past
    ADD CONSTRAINT logbook_past_pkey PRIMARY KEY (id);
ALTER TABLE ONLY logbook_person
    ADD CONSTRAINT logbook_person_pkey PRIMARY KEY (ref);
ALTER TABLE ONLY logbook_time_stamp
    ADD CONSTRAINT logbook_time_stamp_plant_id_head_pk PRIMARY KEY (plant_id, head);
ALTER TABLE ONLY mail
    ADD CONSTRAINT mail_id_created_at_pk PRIMARY KEY (id, created_at);
ALTER TABLE ONLY mail_rest
    ADD CONSTRAINT mail_rest_pkey PRIMARY KEY (id, created_at);
ALTER TABLE ONLY member_rule
    ADD CONSTRAINT member_rule_plant_id_domain_pk PRIMARY KEY (plant_id, domain);
ALTER TABLE ONLY monitoring_zone_lamp
    ADD CONSTRAINT monitoring_zone_lamp_central_unit_id_serial_pk PRIMARY KEY (central_unit_id, serial);
ALTER TABLE ONLY monitoring_zone
    ADD CONSTRAINT monitoring_zone_pkey PRIMARY KEY (id);
ALTER TABLE ONLY notice_cause
    ADD CONSTRAINT notice_cause_once UNIQUE (plant_id, once);
ALTER TABLE ONLY notice_cause
    ADD CONSTRAINT notice_cause_pkey PRIMARY KEY (id);
ALTER TABLE ONLY notice_choice
    ADD CONSTRAINT notice_choice_plant_id_user_id_kind_pk PRIMARY KEY (plant_id, user_id, kind);
ALTER TABLE ONLY notice_delivery
    ADD CONSTRAINT notice_delivery_pkey PRIMARY KEY (id);
ALTER TABLE ONLY notice
    ADD CONSTRAINT notice_pkey PRIMARY KEY (id);
ALTER TABLE ONLY notice_round
    ADD CONSTRAINT notice_round_pkey PRIMARY KEY (name);
ALTER TABLE ONLY notice_threshold
    ADD CONSTRAINT notice_threshold_pkey PRIMARY KEY (plant_id);
ALTER TABLE ONLY notice_wish
    ADD CONSTRAINT notice_wish_plant_id_user_id_pk PRIMARY KEY (plant_id, user_id);
ALTER TABLE ONLY office_note
    ADD CONSTRAINT office_note_pkey PRIMARY KEY (plant_id);
ALTER TABLE ONLY operation
    ADD CONSTRAINT operation_pkey PRIMARY KEY (id);
ALTER TABLE ONLY operation_step
    ADD CONSTRAINT operation_step_operation_id_n_pk PRIMARY KEY (operation_id, n);
ALTER TABLE ONLY passkey
    ADD CONSTRAINT "passkey_credentialId_unique" UNIQUE (credential_id);
ALTER TABLE ONLY passkey
    ADD CONSTRAINT passkey_pkey PRIMARY KEY (id);
ALTER TABLE ONLY picture
    ADD CONSTRAINT picture_pkey PRIMARY KEY (id);
ALTER TABLE ONLY picture
    ADD CONSTRAINT "picture_plantId_unique" UNIQUE (plant_id);
ALTER TABLE ONLY picture
    ADD CONSTRAINT "picture_userId_unique" UNIQUE (user_id);
ALTER TABLE ONLY plan_unit
    ADD CONSTRAINT plan_unit_plan_id_central_unit_id_pk PRIMARY KEY (plan_id, central_unit_id);
ALTER TABLE ONLY plan_wishes
    ADD CONSTRAINT plan_wishes_pkey PRIMARY KEY (plant_id);
ALTER TABLE ONLY planned_test
    ADD CONSTRAINT planned_test_pkey PRIMARY KEY (id);
ALTER TABLE ONLY plant_entry
    ADD CONSTRAINT plant_entry_pkey PRIMARY KEY (id);
ALTER TABLE ONLY plant_figures_due
    ADD CONSTRAINT plant_figures_due_pkey PRIMARY KEY (id);
ALTER TABLE ONLY plant_figures
    ADD CONSTRAINT plant_figures_pkey PRIMARY KEY (plant_id);
ALTER TABLE ONLY plant
    ADD CONSTRAINT "plant_idempotencyKey_unique" UNIQUE (idempotency_key);
ALTER TABLE ONLY plant_member
    ADD CONSTRAINT plant_member_plant_id_user_id_pk PRIMARY KEY (plant_id, user_id);
ALTER TABLE ONLY plant
    ADD CONSTRAINT plant_pkey PRIMARY KEY (id);
ALTER TABLE ONLY plant_visit
    ADD CONSTRAINT plant_visit_plant_id_user_id_hour_pk PRIMARY KEY (plant_id, user_id, hour);
ALTER TABLE ONLY price_settings
    ADD CONSTRAINT price_settings_pkey PRIMARY KEY (plant_id);
ALTER TABLE ONLY pro_code
    ADD CONSTRAINT "pro_code_codeHash_unique" UNIQUE (code_hash);
ALTER TABLE ONLY pro_code
    ADD CONSTRAINT pro_code_pkey PRIMARY KEY (id);
ALTER TABLE ONLY product_price
    ADD CONSTRAINT product_price_plant_id_product_code_pk PRIMARY KEY (plant_id, product_code);
ALTER TABLE ONLY profile
    ADD CONSTRAINT profile_pkey PRIMARY KEY (user_id);
ALTER TABLE ONLY push_device
    ADD CONSTRAINT push_device_endpoint_unique UNIQUE (endpoint);
ALTER TABLE ONLY push_device
    ADD CONSTRAINT push_device_pkey PRIMARY KEY (id);
ALTER TABLE ONLY push_device
    ADD CONSTRAINT "push_device_sessionId_unique" UNIQUE (session_id);
ALTER TABLE ONLY push_message
    ADD CONSTRAINT push_message_pkey PRIMARY KEY (id);
ALTER TABLE ONLY recovery_code
    ADD CONSTRAINT recovery_code_user_id_code_hash_pk PRIMARY KEY (user_id, code_hash);
ALTER TABLE ONLY removed_scene
    ADD CONSTRAINT removed_scene_pkey PRIMARY KEY (id);
ALTER TABLE ONLY report_mail
    ADD CONSTRAINT report_mail_plant_id_user_id_pk PRIMARY KEY (plant_id, user_id);
ALTER TABLE ONLY report
    ADD CONSTRAINT report_pkey PRIMARY KEY (id);
ALTER TABLE ONLY room_lamp
    ADD CONSTRAINT room_lamp_central_unit_id_serial_pk PRIMARY KEY (central_unit_id, serial);
ALTER TABLE ONLY room
    ADD CONSTRAINT room_pkey PRIMARY KEY (id);
ALTER TABLE ONLY room_unit
    ADD CONSTRAINT room_unit_pkey PRIMARY KEY (central_unit_id);
ALTER TABLE ONLY round_item
    ADD CONSTRAINT round_item_pkey PRIMARY KEY (id);
ALTER TABLE ONLY round
    ADD CONSTRAINT round_pkey PRIMARY KEY (id);
ALTER TABLE ONLY saved_view
    ADD CONSTRAINT saved_view_pkey PRIMARY KEY (id);
ALTER TABLE ONLY scene_level
    ADD CONSTRAINT scene_level_scene_id_aggregation_id_pk PRIMARY KEY (scene_id, aggregation_id);
ALTER TABLE ONLY scene
    ADD CONSTRAINT scene_pkey PRIMARY KEY (id);
ALTER TABLE ONLY scene_run
    ADD CONSTRAINT scene_run_pkey PRIMARY KEY (id);
ALTER TABLE ONLY scene_run_unit
    ADD CONSTRAINT scene_run_unit_run_id_unit_pk PRIMARY KEY (run_id, unit);
ALTER TABLE ONLY second_factor
    ADD CONSTRAINT second_factor_pkey PRIMARY KEY (user_id);
ALTER TABLE ONLY security_event
    ADD CONSTRAINT security_event_id_at_pk PRIMARY KEY (id, at);
ALTER TABLE ONLY security_event_rest
    ADD CONSTRAINT security_event_rest_pkey PRIMARY KEY (id, at);
ALTER TABLE ONLY session
    ADD CONSTRAINT session_pkey PRIMARY KEY (id);
ALTER TABLE ONLY session
    ADD CONSTRAINT session_token_unique UNIQUE (token);
ALTER TABLE ONLY test_plan
    ADD CONSTRAINT test_plan_pkey PRIMARY KEY (id);
ALTER TABLE ONLY test_result
    ADD CONSTRAINT test_result_test_id_lamp_pk PRIMARY KEY (test_id, lamp);
ALTER TABLE ONLY test_run
    ADD CONSTRAINT test_run_pkey PRIMARY KEY (id);
ALTER TABLE ONLY unit_command
    ADD CONSTRAINT unit_command_pkey PRIMARY KEY (id);
ALTER TABLE ONLY unit_hold
    ADD CONSTRAINT unit_hold_plant_id_unit_pk PRIMARY KEY (plant_id, unit);
ALTER TABLE ONLY unit_link
    ADD CONSTRAINT unit_link_pkey PRIMARY KEY (unit);
ALTER TABLE ONLY unit_lists_due
    ADD CONSTRAINT unit_lists_due_pkey PRIMARY KEY (id);
ALTER TABLE ONLY unit_record
    ADD CONSTRAINT unit_record_unit_life_boot_seq_pk PRIMARY KEY (unit, life, boot, seq);
ALTER TABLE ONLY unit_scene_list
    ADD CONSTRAINT unit_scene_list_pkey PRIMARY KEY (central_unit_id);
ALTER TABLE ONLY unit_snapshot
    ADD CONSTRAINT unit_snapshot_pkey PRIMARY KEY (id);
ALTER TABLE ONLY used_challenge
    ADD CONSTRAINT used_challenge_pkey PRIMARY KEY (hash);
ALTER TABLE ONLY "user"
    ADD CONSTRAINT user_email_unique UNIQUE (email);
ALTER TABLE ONLY "user"
    ADD CONSTRAINT user_pkey PRIMARY KEY (id);
ALTER TABLE ONLY verification
    ADD CONSTRAINT verification_pkey PRIMARY KEY (id);
ALTER TABLE ONLY walk_lamp
    ADD CONSTRAINT walk_lamp_walk_id_central_unit_id_serial_pk PRIMARY KEY (walk_id, central_unit_id, serial);
ALTER TABLE ONLY walk
    ADD CONSTRAINT walk_pkey PRIMARY KEY (id);
ALTER TABLE ONLY webhook_call
    ADD CONSTRAINT webhook_call_pkey PRIMARY KEY (id);
ALTER TABLE ONLY webhook
    ADD CONSTRAINT webhook_pkey PRIMARY KEY (id);
ALTER TABLE ONLY working_unit
    ADD CONSTRAINT working_unit_plant_id_unit_pk PRIMARY KEY (plant_id, unit);
ALTER TABLE ONLY zone_lamp
    ADD CONSTRAINT zone_lamp_zone_id_central_unit_id_serial_pk PRIMARY KEY (zone_id, central_unit_id, serial);
ALTER TABLE ONLY zone
    ADD CONSTRAINT zone_pkey PRIMARY KEY (id);
CREATE INDEX account_user ON account USING btree (user_id);
CREATE UNIQUE INDEX aggregation_name ON aggregation USING btree (plant_id, lower(name));
CREATE INDEX aggregation_unit ON aggregation USING btree (central_unit_id);
CREATE INDEX aggregation_use_by ON aggregation_use USING btree (used_by);
CREATE INDEX attachment_lamp ON attachment USING btree (central_unit_id, serial);
CREATE INDEX attachment_plant ON attachment USING btree (plant_id);
CREATE INDEX attention_assignment_user ON attention_assignment USING btree (user_id);
CREATE INDEX attention_snooze_user ON attention_snooze USING btree (user_id);
CREATE INDEX audit_address_at ON ONLY audit USING btree (user_name, at) WHERE ((plant_id IS NULL) AND (user_id IS NULL));
CREATE INDEX audit_person_at ON ONLY audit USING btree (user_id, at) WHERE (plant_id IS NULL);
CREATE INDEX audit_plant_at ON ONLY audit USING btree (plant_id, at);
CREATE INDEX audit_rest_plant_at ON audit_rest USING btree (plant_id, at);
CREATE INDEX audit_rest_user_id_at_idx ON audit_rest USING btree (user_id, at) WHERE (plant_id IS NULL);
CREATE INDEX audit_rest_user_name_at_idx ON audit_rest USING btree (user_name, at) WHERE ((plant_id IS NULL) AND (user_id IS NULL));
CREATE INDEX bluetooth_entry_change ON bluetooth_entry USING btree (plant_id, unit, at) WHERE (source ~~ 'shadow %'::text);
CREATE INDEX bluetooth_entry_link ON bluetooth_entry USING btree (plant_id, unit, at) WHERE (source ~~ 'link %'::text);
CREATE UNIQUE INDEX bluetooth_entry_once ON bluetooth_entry USING btree (plant_id, unit, source);
CREATE INDEX bluetooth_entry_plant ON bluetooth_entry USING btree (plant_id, at);
CREATE INDEX bluetooth_report_expires ON bluetooth_report USING btree (expires_at);
CREATE UNIQUE INDEX bluetooth_report_key ON bluetooth_report USING btree (plant_id, made_by, idempotency_key);
CREATE INDEX bluetooth_report_plant ON bluetooth_report USING btree (plant_id, made_at);
CREATE INDEX calendar_feed_user ON calendar_feed USING btree (user_id);
CREATE UNIQUE INDEX central_unit_acquired ON central_unit USING btree (unit) WHERE (acquired AND (removed_at IS NULL));
CREATE UNIQUE INDEX central_unit_in_plant ON central_unit USING btree (plant_id, unit) WHERE (removed_at IS NULL);
CREATE UNIQUE INDEX central_unit_life ON central_unit USING btree (unit, life) WHERE (life IS NOT NULL);
CREATE INDEX company_domain_company ON company_domain USING btree (company_id);
CREATE INDEX company_visit_company ON company_visit USING btree (company_id);
CREATE INDEX company_visit_expires ON company_visit USING btree (expires_at);
CREATE INDEX dead_letter_unit ON dead_letter USING btree (unit, id);
CREATE INDEX ended_membership_user ON ended_membership USING btree (user_id);
CREATE INDEX energy_readings_day ON energy_readings USING btree (day);
CREATE INDEX energy_sums_start ON energy_sums USING btree (start);
CREATE INDEX energy_waiting_unit ON energy_waiting USING btree (central_unit_id);
CREATE INDEX enrolment_of_unit ON enrolment USING btree (plant_id, unit, started_at);
CREATE UNIQUE INDEX enrolment_open ON enrolment USING btree (plant_id, unit) WHERE (outcome IS NULL);
CREATE INDEX escalation_run_due ON escalation_run USING btree (next_at) WHERE (ended_at IS NULL);
CREATE INDEX escalation_run_plant ON escalation_run USING btree (plant_id);
CREATE INDEX escalation_run_since ON escalation_run USING btree (since);
CREATE INDEX favourite_plant_plant ON favourite_plant USING btree (plant_id);
CREATE INDEX file_plant ON file USING btree (plant_id);
CREATE INDEX floor_plan_drawing_plan ON floor_plan_drawing USING btree (plan_id);
CREATE INDEX floor_plan_lamp_plan ON floor_plan_lamp USING btree (plan_id);
CREATE INDEX floor_plan_outline_room ON floor_plan_outline USING btree (room_id);
CREATE INDEX floor_plan_plant ON floor_plan USING btree (plant_id);
CREATE INDEX floor_plan_room ON floor_plan USING btree (room_id);
CREATE UNIQUE INDEX handover_no ON handover USING btree (plant_id, no);
CREATE UNIQUE INDEX handover_open ON handover USING btree (plant_id) WHERE (signed_at IS NULL);
CREATE UNIQUE INDEX handover_signature_person ON handover_signature USING btree (handover_id, user_id);
CREATE INDEX held_test_due ON held_test USING btree (due_at) WHERE (state = 'waiting'::text);
CREATE INDEX held_test_plant ON held_test USING btree (plant_id) WHERE (state = 'waiting'::text);
CREATE INDEX held_test_re_test ON held_test USING btree (central_unit_id, kind) WHERE (re_test AND (state = 'waiting'::text));
CREATE INDEX held_test_unit ON held_test USING btree (central_unit_id);
CREATE INDEX idempotent_call_at ON idempotent_call USING btree (at);
CREATE INDEX inhibition_command ON inhibition USING btree (command_id);
CREATE INDEX inhibition_ending ON inhibition USING btree (ends_at) WHERE ((state = 'inhibited'::text) AND (overdue_at IS NULL));
CREATE UNIQUE INDEX inhibition_in_force ON inhibition USING btree (central_unit_id) WHERE (state = 'inhibited'::text);
CREATE INDEX inhibition_lapsed ON inhibition USING btree (central_unit_id) WHERE ((state = 'inhibited'::text) AND (lapsed_at IS NOT NULL));
CREATE INDEX inhibition_plant ON inhibition USING btree (plant_id, asked_at);
CREATE INDEX inhibition_unit ON inhibition USING btree (central_unit_id, asked_at);
CREATE INDEX inhibition_untold ON inhibition USING btree (ends_at) WHERE ((state = 'inhibited'::text) AND (told_at IS NULL));
CREATE INDEX inspector_link_expires ON inspector_link USING btree (expires_at);
CREATE UNIQUE INDEX inspector_link_key ON inspector_link USING btree (plant_id, made_by, idempotency_key);
CREATE INDEX inspector_link_plant ON inspector_link USING btree (plant_id, made_at);
CREATE INDEX inspector_visit_link ON inspector_visit USING btree (link_id, at);
CREATE INDEX invitation_email ON invitation USING btree (email);
CREATE INDEX invitation_plant ON invitation USING btree (plant_id);
CREATE INDEX lamp_note_serial ON lamp_note USING btree (serial);
CREATE INDEX lamp_serial ON lamp USING btree (serial);
CREATE INDEX lamp_text_part_at ON lamp_text_part USING btree (at);
CREATE INDEX lamp_text_revision_at ON lamp_text_revision USING btree (at);
CREATE UNIQUE INDEX lamp_text_revision_key ON lamp_text_revision USING btree (plant_id, idempotency_key);
CREATE INDEX logbook_entry_about ON logbook_entry USING btree (plant_id, about) WHERE (about IS NOT NULL);
CREATE INDEX logbook_entry_at ON logbook_entry USING btree (plant_id, at);
CREATE INDEX logbook_entry_corrects ON logbook_entry USING btree (plant_id, corrects) WHERE (corrects IS NOT NULL);
CREATE INDEX logbook_entry_kind ON logbook_entry USING btree (plant_id, kind, no);
CREATE UNIQUE INDEX logbook_entry_once ON logbook_entry USING btree (plant_id, once);
CREATE INDEX logbook_entry_result ON logbook_entry USING btree (plant_id, result, no) WHERE (result IS NOT NULL);
CREATE INDEX logbook_entry_unit ON logbook_entry USING btree (plant_id, unit, no);
CREATE INDEX logbook_head_sealed ON logbook_head USING btree (sealed_at);
CREATE UNIQUE INDEX logbook_key_in_use ON logbook_key USING btree ((true)) WHERE (until IS NULL);
CREATE INDEX logbook_past_plant ON logbook_past USING btree (plant_id, at, id);
CREATE INDEX logbook_person_name ON logbook_person USING btree (plant_id, name);
CREATE INDEX logbook_person_user ON logbook_person USING btree (user_id) WHERE (user_id IS NOT NULL);
CREATE INDEX mail_unsent ON ONLY mail USING btree (created_at) WHERE (sent_at IS NULL);
CREATE INDEX mail_rest_unsent ON mail_rest USING btree (created_at) WHERE (sent_at IS NULL);
CREATE INDEX member_rule_domain ON member_rule USING btree (domain);
CREATE INDEX monitoring_zone_lamp_zone ON monitoring_zone_lamp USING btree (zone_id);
CREATE UNIQUE INDEX monitoring_zone_name ON monitoring_zone USING btree (plant_id, lower(name));
CREATE INDEX notice_at ON notice USING btree (at);
CREATE INDEX notice_cause_at ON notice_cause USING btree (at);
CREATE INDEX notice_cause_lasting ON notice_cause USING btree (what) WHERE (ended_at IS NULL);
CREATE INDEX notice_cause_open ON notice_cause USING btree (central_unit_id, addr) WHERE (ended_at IS NULL);
CREATE INDEX notice_cause_waiting ON notice_cause USING btree (plant_id, kind, at) WHERE (gathered_at IS NULL);
CREATE INDEX notice_delivery_due ON notice_delivery USING btree (due_at) WHERE (state = 'waiting'::text);
CREATE INDEX notice_delivery_handed ON notice_delivery USING btree (mail_id) WHERE (state = 'handed'::text);
CREATE UNIQUE INDEX notice_delivery_once ON notice_delivery USING btree (notice_id, channel, step);
CREATE UNIQUE INDEX notice_of_cause ON notice USING btree (cause_id, user_id);
CREATE INDEX notice_open ON notice USING btree (user_id, at) WHERE (acknowledged_at IS NULL);
CREATE INDEX notice_receiver ON notice USING btree (plant_id, user_id, at);
CREATE INDEX office_note_chain ON office_note USING btree (chain);
CREATE INDEX operation_of_bundle ON operation USING btree (bundle_id) WHERE (bundle_id IS NOT NULL);
CREATE INDEX operation_of_unit ON operation USING btree (plant_id, unit, requested_at DESC);
CREATE INDEX operation_running ON operation USING btree (plant_id) WHERE (ended_at IS NULL);
CREATE INDEX passkey_user ON passkey USING btree (user_id);
CREATE INDEX plan_unit_due ON plan_unit USING btree (due_at) WHERE (taken_at IS NULL);
CREATE INDEX plan_unit_unit ON plan_unit USING btree (central_unit_id);
CREATE INDEX planned_test_due ON planned_test USING btree (starts_at) WHERE (state = ANY (ARRAY['planned'::text, 'begun'::text]));
CREATE INDEX planned_test_plan ON planned_test USING btree (plan_id, starts_at);
CREATE INDEX planned_test_unit ON planned_test USING btree (central_unit_id);
CREATE INDEX plant_area ON plant USING btree (country, prov);
CREATE UNIQUE INDEX plant_entry_once ON plant_entry USING btree (central_unit_id, kind, life);
CREATE INDEX plant_entry_plant ON plant_entry USING btree (plant_id, at);
CREATE INDEX plant_entry_unit ON plant_entry USING btree (central_unit_id, at);
CREATE INDEX plant_figures_severity ON plant_figures USING btree (severity);
CREATE INDEX plant_member_end ON plant_member USING btree (ends_on) WHERE (ends_on IS NOT NULL);
CREATE INDEX plant_member_user ON plant_member USING btree (user_id);
CREATE INDEX plant_position ON plant USING btree (lat, long) WHERE ((lat IS NOT NULL) AND (removed_at IS NULL));
CREATE INDEX plant_pro_end ON plant USING btree (pro_expiry) WHERE (ever_pro AND (pro_end_told IS DISTINCT FROM pro_expiry));
CREATE INDEX plant_removed ON plant USING btree (removed_at) WHERE (removed_at IS NOT NULL);
CREATE INDEX plant_visit_at ON plant_visit USING btree (at);
CREATE INDEX plant_visit_plant ON plant_visit USING btree (plant_id, at);
CREATE INDEX plant_without_position ON plant USING btree (id) WHERE ((lat IS NULL) AND (removed_at IS NULL));
CREATE INDEX pro_code_made ON pro_code USING btree (made_at, id);
CREATE UNIQUE INDEX pro_code_order ON pro_code USING btree (made_by, idempotency_key, number);
CREATE INDEX pro_code_plant ON pro_code USING btree (plant_id, used_at);
CREATE INDEX profile_pending ON profile USING btree (validation, created_at);
CREATE INDEX push_device_user ON push_device USING btree (user_id, added_at);
CREATE INDEX push_message_at ON push_message USING btree (at);
CREATE INDEX push_message_batch ON push_message USING btree (batch_id);
CREATE INDEX removed_scene_at ON removed_scene USING btree (removed_at);
CREATE INDEX removed_scene_plant ON removed_scene USING btree (plant_id);
CREATE INDEX report_file ON report USING btree (file_id) WHERE (file_id IS NOT NULL);
CREATE INDEX report_mail_next ON report_mail USING btree (next_at);
CREATE INDEX room_lamp_room ON room_lamp USING btree (room_id);
CREATE UNIQUE INDEX room_name ON room USING btree (plant_id, COALESCE(parent_id, plant_id), lower(name));
CREATE INDEX room_parent ON room USING btree (parent_id);
CREATE INDEX room_unit_room ON room_unit USING btree (room_id);
CREATE INDEX round_item_due ON round_item USING btree (due_at) WHERE ((state = ANY (ARRAY['open'::text, 'done'::text, 'left'::text])) OR ((work IS NOT NULL) AND (NOT is_kept)));
CREATE UNIQUE INDEX round_item_live ON round_item USING btree (central_unit_id, serial, error) WHERE (state = ANY (ARRAY['open'::text, 'done'::text, 'left'::text]));
CREATE INDEX round_item_plant ON round_item USING btree (plant_id) WHERE (state = ANY (ARRAY['open'::text, 'done'::text, 'left'::text]));
CREATE INDEX round_item_round ON round_item USING btree (round_id);
CREATE UNIQUE INDEX round_key ON round USING btree (plant_id, idempotency_key);
CREATE INDEX round_plant ON round USING btree (plant_id, created_at);
CREATE UNIQUE INDEX saved_view_name ON saved_view USING btree (plant_id, user_id, lower(name));
CREATE INDEX saved_view_user ON saved_view USING btree (user_id);
CREATE INDEX scene_due ON scene USING btree (due_at) WHERE (due_at IS NOT NULL);
CREATE INDEX scene_input ON scene USING btree (input_unit_id, input) WHERE (input_unit_id IS NOT NULL);
CREATE INDEX scene_level_aggregation ON scene_level USING btree (aggregation_id);
CREATE UNIQUE INDEX scene_name ON scene USING btree (plant_id, lower(name));
CREATE INDEX scene_run_command ON scene_run_unit USING btree (command_id) WHERE (command_id IS NOT NULL);
CREATE UNIQUE INDEX scene_run_due ON scene_run USING btree (scene_id, at) WHERE (cause = 'calendar'::text);
CREATE INDEX scene_run_input ON scene_run USING btree (scene_id, at) WHERE ((cause = 'input'::text) AND (counted IS NOT NULL));
CREATE INDEX scene_run_plant ON scene_run USING btree (plant_id, at);
CREATE INDEX scene_run_scene ON scene_run USING btree (scene_id, at);
CREATE UNIQUE INDEX security_event_once ON ONLY security_event USING btree (at, kind, user_id, address, action);
CREATE UNIQUE INDEX security_event_rest_once ON security_event_rest USING btree (at, kind, user_id, address, action);
CREATE INDEX session_device ON session USING btree (known_device_id);
CREATE INDEX "session_user" ON session USING btree (user_id);
CREATE UNIQUE INDEX test_plan_accepted ON test_plan USING btree (plant_id) WHERE (state = 'accepted'::text);
CREATE INDEX test_plan_check ON test_plan USING btree (check_at) WHERE (state = 'accepted'::text);
CREATE UNIQUE INDEX test_plan_draft ON test_plan USING btree (plant_id) WHERE (state = 'draft'::text);
CREATE INDEX test_result_serial ON test_result USING btree (serial, at);
CREATE INDEX test_run_end_heard ON test_run USING btree (central_unit_id) WHERE (end_heard_at IS NOT NULL);
CREATE INDEX test_run_ended ON test_run USING btree (central_unit_id, ended_at) WHERE (state = ANY (ARRAY['finished'::text, 'stopped'::text]));
CREATE INDEX test_run_ended_in_plant ON test_run USING btree (plant_id, ended_at) WHERE (ended_at IS NOT NULL);
CREATE UNIQUE INDEX test_run_open ON test_run USING btree (central_unit_id) WHERE ((trigger = 'user'::text) AND (state = ANY (ARRAY['requested'::text, 'running'::text])));
CREATE INDEX test_run_plant ON test_run USING btree (plant_id, requested_at);
CREATE INDEX test_run_start ON test_run USING btree (central_unit_id, start_boot, start_seq);
CREATE INDEX test_run_under_way ON test_run USING btree (plant_id) WHERE (state = ANY (ARRAY['requested'::text, 'running'::text]));
CREATE INDEX test_run_under_way_on_unit ON test_run USING btree (central_unit_id) WHERE (state = ANY (ARRAY['requested'::text, 'running'::text]));
CREATE INDEX unit_command_asked ON unit_command USING btree (plant_id, requested_at) WHERE ((requested_by IS NOT NULL) AND (operation_id IS NULL));
CREATE INDEX unit_command_due ON unit_command USING btree (due_at) WHERE (due_at IS NOT NULL);
CREATE INDEX unit_command_ended ON unit_command USING btree (plant_id, ended_at) WHERE (ended_at IS NOT NULL);
CREATE INDEX unit_command_open ON unit_command USING btree (plant_id, requested_at) WHERE (due_at IS NOT NULL);
CREATE INDEX unit_command_pending ON unit_command USING btree (unit) WHERE (due_at IS NOT NULL);
CREATE INDEX unit_command_spaced ON unit_command USING btree (unit, name, requested_at) WHERE (name = ANY (ARRAY['statusQuery'::text, 'setClock'::text, 'setDateTimeFunzionale'::text, 'setDateTimeAutonomia'::text]));
CREATE INDEX unit_link_away ON unit_link USING btree (last_seen) WHERE (NOT online);
CREATE INDEX unit_link_away_since ON unit_link USING btree (since) WHERE (NOT online);
CREATE INDEX unit_link_credentials ON unit_link USING btree (unit) WHERE ((credential_generation > 0) OR (credentials_revoked_at IS NOT NULL) OR credentials_changed);
CREATE INDEX unit_link_protocol_fault ON unit_link USING btree (protocol_fault_at) WHERE (protocol_fault_at IS NOT NULL);
CREATE INDEX unit_link_silent ON unit_link USING btree (last_seen) WHERE online;
CREATE INDEX unit_record_event ON unit_record USING btree (plant_id, at) WHERE (event IS NOT NULL);
CREATE INDEX unit_record_plant ON unit_record USING btree (plant_id, at);
CREATE INDEX unit_record_test ON unit_record USING btree (central_unit_id, test_id) WHERE (test_id IS NOT NULL);
CREATE INDEX unit_scene_list_due ON unit_scene_list USING btree (due_at);
CREATE INDEX unit_scene_list_expect ON unit_scene_list USING btree (expect_at) WHERE (expect_at IS NOT NULL);
CREATE INDEX unit_snapshot_of_unit ON unit_snapshot USING btree (plant_id, unit, taken_at);
CREATE INDEX unit_snapshot_operation ON unit_snapshot USING btree (operation_id);
CREATE INDEX verification_identifier ON verification USING btree (identifier);
CREATE INDEX walk_ended ON walk USING btree (ended_at);
CREATE UNIQUE INDEX walk_key ON walk USING btree (plant_id, idempotency_key);
CREATE UNIQUE INDEX walk_lamp_of_person ON walk_lamp USING btree (walk_id, taken_by) WHERE (taken_by IS NOT NULL);
CREATE UNIQUE INDEX walk_lamp_taken ON walk_lamp USING btree (central_unit_id, serial) WHERE (taken_by IS NOT NULL);
CREATE UNIQUE INDEX walk_of_plan ON walk USING btree (plan_id) WHERE ((plan_id IS NOT NULL) AND (ended_at IS NULL));
CREATE UNIQUE INDEX walk_of_unit ON walk USING btree (central_unit_id) WHERE (ended_at IS NULL);
CREATE INDEX webhook_call_at ON webhook_call USING btree (at);
CREATE INDEX webhook_call_due ON webhook_call USING btree (webhook_id, due_at) WHERE (state = 'waiting'::text);
CREATE INDEX webhook_call_list ON webhook_call USING btree (webhook_id, at);
CREATE UNIQUE INDEX webhook_call_of_cause ON webhook_call USING btree (webhook_id, cause_id);
CREATE UNIQUE INDEX webhook_key ON webhook USING btree (plant_id, made_by, idempotency_key);
CREATE INDEX working_unit_until ON working_unit USING btree (until);
CREATE INDEX zone_lamp_unit ON zone_lamp USING btree (central_unit_id);
CREATE UNIQUE INDEX zone_name ON zone USING btree (plant_id, lower(name));
ALTER INDEX audit_id_at_pk ATTACH PARTITION audit_rest_pkey;
ALTER INDEX audit_plant_at ATTACH PARTITION audit_rest_plant_at;
ALTER INDEX audit_person_at ATTACH PARTITION audit_rest_user_id_at_idx;
ALTER INDEX audit_address_at ATTACH PARTITION audit_rest_user_name_at_idx;
ALTER INDEX lamp_change_central_unit_id_addr_at_pk ATTACH PARTITION lamp_change_rest_pkey;
ALTER INDEX mail_id_created_at_pk ATTACH PARTITION mail_rest_pkey;
ALTER INDEX mail_unsent ATTACH PARTITION mail_rest_unsent;
ALTER INDEX security_event_once ATTACH PARTITION security_event_rest_once;
ALTER INDEX security_event_id_at_pk ATTACH PARTITION security_event_rest_pkey;
CREATE TRIGGER aggregation_unit_lists_due AFTER DELETE OR UPDATE OF groups, central_unit_id ON aggregation FOR EACH ROW EXECUTE FUNCTION unit_lists_due_of_row();
CREATE TRIGGER central_unit_figures_due_insert AFTER INSERT ON central_unit FOR EACH ROW EXECUTE FUNCTION plant_figures_due_of_plant();
CREATE TRIGGER central_unit_figures_due_update AFTER UPDATE ON central_unit FOR EACH ROW WHEN (((((((((old.acquired IS DISTINCT FROM new.acquired) OR (old.removed_at IS DISTINCT FROM new.removed_at)) OR (old.on_battery IS DISTINCT FROM new.on_battery)) OR (old.errors IS DISTINCT FROM new.errors)) OR (old.warnings IS DISTINCT FROM new.warnings)) OR (old.counts IS DISTINCT FROM new.counts)) OR (old.life IS DISTINCT FROM new.life)) OR (old.stranger_life IS DISTINCT FROM new.stranger_life))) EXECUTE FUNCTION plant_figures_due_of_plant();
CREATE TRIGGER inhibition_figures_due AFTER UPDATE ON inhibition FOR EACH ROW WHEN ((old.overdue_at IS DISTINCT FROM new.overdue_at)) EXECUTE FUNCTION plant_figures_due_of_plant();
CREATE TRIGGER logbook_entry_goes BEFORE DELETE ON logbook_entry FOR EACH ROW EXECUTE FUNCTION logbook_entry_goes();
CREATE TRIGGER logbook_entry_stays BEFORE UPDATE OR TRUNCATE ON logbook_entry FOR EACH STATEMENT EXECUTE FUNCTION logbook_entry_stays();
CREATE TRIGGER plant_entry_past AFTER INSERT ON plant_entry FOR EACH ROW EXECUTE FUNCTION logbook_past_from_before();
CREATE TRIGGER plant_figures_attention AFTER UPDATE OF attention ON plant_figures FOR EACH ROW WHEN ((old.attention IS DISTINCT FROM new.attention)) EXECUTE FUNCTION attention_of_ended_causes();
CREATE TRIGGER plant_figures_due AFTER INSERT ON plant FOR EACH ROW EXECUTE FUNCTION plant_figures_due_of_new_plant();
CREATE TRIGGER plant_member_attention AFTER DELETE ON plant_member FOR EACH ROW EXECUTE FUNCTION attention_of_member();
CREATE TRIGGER plant_member_favourite AFTER DELETE ON plant_member FOR EACH ROW EXECUTE FUNCTION favourite_plant_of_member();
CREATE TRIGGER plant_unit_lists_due AFTER UPDATE OF timezone, lat, long, country, archived_at ON plant FOR EACH ROW EXECUTE FUNCTION unit_lists_due_of_plant();
CREATE TRIGGER scene_unit_lists_due_added AFTER INSERT OR DELETE ON scene FOR EACH ROW EXECUTE FUNCTION unit_lists_due_of_row();
CREATE TRIGGER scene_unit_lists_due_saved AFTER UPDATE OF saved_at, input_unit_id ON scene FOR EACH ROW EXECUTE FUNCTION unit_lists_due_of_row();
CREATE TRIGGER test_result_figures_due AFTER UPDATE ON test_result FOR EACH ROW EXECUTE FUNCTION plant_figures_due_of_result();
CREATE TRIGGER test_run_figures_due AFTER UPDATE ON test_run FOR EACH ROW WHEN ((old.state IS DISTINCT FROM new.state)) EXECUTE FUNCTION plant_figures_due_of_plant();
CREATE TRIGGER unit_link_figures_due_insert AFTER INSERT ON unit_link FOR EACH ROW EXECUTE FUNCTION plant_figures_due_of_link();
CREATE TRIGGER unit_link_figures_due_update AFTER UPDATE ON unit_link FOR EACH ROW WHEN (((((old.online IS DISTINCT FROM new.online) OR (old.life IS DISTINCT FROM new.life)) OR ((old.protocol_fault_at IS NULL) IS DISTINCT FROM (new.protocol_fault_at IS NULL))) OR (((old.clock_drift_s < '-30'::integer) OR (old.clock_drift_s > 30)) IS DISTINCT FROM ((new.clock_drift_s < '-30'::integer) OR (new.clock_drift_s > 30))))) EXECUTE FUNCTION plant_figures_due_of_link();
CREATE TRIGGER unit_record_past AFTER INSERT ON unit_record FOR EACH ROW WHEN (((NOT new.is_told) AND (new.event IS NOT NULL))) EXECUTE FUNCTION logbook_past_from_before();
ALTER TABLE ONLY account
    ADD CONSTRAINT account_user_id_user_id_fk FOREIGN KEY (user_id) REFERENCES "user"(id) ON DELETE CASCADE;
ALTER TABLE ONLY aggregation
    ADD CONSTRAINT aggregation_central_unit_id_central_unit_id_fk FOREIGN KEY (central_unit_id) REFERENCES central_unit(id);
ALTER TABLE ONLY aggregation
    ADD CONSTRAINT aggregation_plant_id_plant_id_fk FOREIGN KEY (plant_id) REFERENCES plant(id);
ALTER TABLE ONLY aggregation_use
    ADD CONSTRAINT aggregation_use_aggregation_id_aggregation_id_fk FOREIGN KEY (aggregation_id) REFERENCES aggregation(id) ON DELETE CASCADE;
ALTER TABLE ONLY attachment
    ADD CONSTRAINT attachment_central_unit_id_central_unit_id_fk FOREIGN KEY (central_unit_id) REFERENCES central_unit(id);
ALTER TABLE ONLY attachment
    ADD CONSTRAINT attachment_file_id_file_id_fk FOREIGN KEY (file_id) REFERENCES file(id);
ALTER TABLE ONLY attachment
    ADD CONSTRAINT attachment_plant_id_plant_id_fk FOREIGN KEY (plant_id) REFERENCES plant(id);
ALTER TABLE ONLY attachment
    ADD CONSTRAINT attachment_preview_id_file_id_fk FOREIGN KEY (preview_id) REFERENCES file(id);
ALTER TABLE ONLY attention_assignment
    ADD CONSTRAINT attention_assignment_plant_id_plant_id_fk FOREIGN KEY (plant_id) REFERENCES plant(id) ON DELETE CASCADE;
ALTER TABLE ONLY attention_assignment
    ADD CONSTRAINT attention_assignment_user_id_user_id_fk FOREIGN KEY (user_id) REFERENCES "user"(id) ON DELETE CASCADE;
ALTER TABLE ONLY attention_snooze
    ADD CONSTRAINT attention_snooze_plant_id_plant_id_fk FOREIGN KEY (plant_id) REFERENCES plant(id) ON DELETE CASCADE;
ALTER TABLE ONLY attention_snooze
    ADD CONSTRAINT attention_snooze_user_id_user_id_fk FOREIGN KEY (user_id) REFERENCES "user"(id) ON DELETE CASCADE;
ALTER TABLE ONLY bluetooth_entry
    ADD CONSTRAINT bluetooth_entry_plant_id_plant_id_fk FOREIGN KEY (plant_id) REFERENCES plant(id);
ALTER TABLE ONLY bluetooth_report
    ADD CONSTRAINT bluetooth_report_plant_id_plant_id_fk FOREIGN KEY (plant_id) REFERENCES plant(id);
ALTER TABLE ONLY calendar_feed
    ADD CONSTRAINT calendar_feed_plant_id_plant_id_fk FOREIGN KEY (plant_id) REFERENCES plant(id);
ALTER TABLE ONLY calendar_feed
    ADD CONSTRAINT calendar_feed_user_id_user_id_fk FOREIGN KEY (user_id) REFERENCES "user"(id) ON DELETE CASCADE;
ALTER TABLE ONLY central_unit
    ADD CONSTRAINT central_unit_plant_id_plant_id_fk FOREIGN KEY (plant_id) REFERENCES plant(id);
ALTER TABLE ONLY company_domain
    ADD CONSTRAINT company_domain_company_id_company_id_fk FOREIGN KEY (company_id) REFERENCES company(id) ON DELETE CASCADE;
ALTER TABLE ONLY company_person
    ADD CONSTRAINT company_person_company_id_company_id_fk FOREIGN KEY (company_id) REFERENCES company(id) ON DELETE CASCADE;
ALTER TABLE ONLY company_person
    ADD CONSTRAINT company_person_user_id_user_id_fk FOREIGN KEY (user_id) REFERENCES "user"(id) ON DELETE CASCADE;
ALTER TABLE ONLY company_visit
    ADD CONSTRAINT company_visit_company_id_company_id_fk FOREIGN KEY (company_id) REFERENCES company(id) ON DELETE CASCADE;
ALTER TABLE ONLY compliance_profile
    ADD CONSTRAINT compliance_profile_plant_id_plant_id_fk FOREIGN KEY (plant_id) REFERENCES plant(id);
ALTER TABLE ONLY email_change
    ADD CONSTRAINT email_change_user_id_user_id_fk FOREIGN KEY (user_id) REFERENCES "user"(id) ON DELETE CASCADE;
ALTER TABLE ONLY ended_membership
    ADD CONSTRAINT ended_membership_plant_id_plant_id_fk FOREIGN KEY (plant_id) REFERENCES plant(id);
ALTER TABLE ONLY energy_aside
    ADD CONSTRAINT energy_aside_central_unit_id_central_unit_id_fk FOREIGN KEY (central_unit_id) REFERENCES central_unit(id);
ALTER TABLE ONLY energy_readings
    ADD CONSTRAINT energy_readings_central_unit_id_central_unit_id_fk FOREIGN KEY (central_unit_id) REFERENCES central_unit(id);
ALTER TABLE ONLY energy_settings
    ADD CONSTRAINT energy_settings_plant_id_plant_id_fk FOREIGN KEY (plant_id) REFERENCES plant(id);
ALTER TABLE ONLY energy_sums
    ADD CONSTRAINT energy_sums_central_unit_id_central_unit_id_fk FOREIGN KEY (central_unit_id) REFERENCES central_unit(id);
ALTER TABLE ONLY energy_unit
    ADD CONSTRAINT energy_unit_central_unit_id_central_unit_id_fk FOREIGN KEY (central_unit_id) REFERENCES central_unit(id);
ALTER TABLE ONLY energy_waiting
    ADD CONSTRAINT energy_waiting_central_unit_id_central_unit_id_fk FOREIGN KEY (central_unit_id) REFERENCES central_unit(id);
ALTER TABLE ONLY enrolment
    ADD CONSTRAINT enrolment_plant_id_plant_id_fk FOREIGN KEY (plant_id) REFERENCES plant(id);
ALTER TABLE ONLY escalation
    ADD CONSTRAINT escalation_plant_id_plant_id_fk FOREIGN KEY (plant_id) REFERENCES plant(id);
ALTER TABLE ONLY escalation_run
    ADD CONSTRAINT escalation_run_plant_id_plant_id_fk FOREIGN KEY (plant_id) REFERENCES plant(id);
ALTER TABLE ONLY escalation_step
    ADD CONSTRAINT escalation_step_run_id_escalation_run_id_fk FOREIGN KEY (run_id) REFERENCES escalation_run(id) ON DELETE CASCADE;
ALTER TABLE ONLY favourite_plant
    ADD CONSTRAINT favourite_plant_plant_id_plant_id_fk FOREIGN KEY (plant_id) REFERENCES plant(id) ON DELETE CASCADE;
ALTER TABLE ONLY favourite_plant
    ADD CONSTRAINT favourite_plant_user_id_user_id_fk FOREIGN KEY (user_id) REFERENCES "user"(id) ON DELETE CASCADE;
ALTER TABLE ONLY file
    ADD CONSTRAINT file_plant_id_plant_id_fk FOREIGN KEY (plant_id) REFERENCES plant(id);
ALTER TABLE ONLY floor_plan_drawing
    ADD CONSTRAINT floor_plan_drawing_large_id_file_id_fk FOREIGN KEY (large_id) REFERENCES file(id) ON DELETE SET NULL;
ALTER TABLE ONLY floor_plan_drawing
    ADD CONSTRAINT floor_plan_drawing_medium_id_file_id_fk FOREIGN KEY (medium_id) REFERENCES file(id) ON DELETE SET NULL;
ALTER TABLE ONLY floor_plan_drawing
    ADD CONSTRAINT floor_plan_drawing_plan_id_floor_plan_id_fk FOREIGN KEY (plan_id) REFERENCES floor_plan(id) ON DELETE CASCADE;
ALTER TABLE ONLY floor_plan_drawing
    ADD CONSTRAINT floor_plan_drawing_small_id_file_id_fk FOREIGN KEY (small_id) REFERENCES file(id) ON DELETE SET NULL;
ALTER TABLE ONLY floor_plan_drawing
    ADD CONSTRAINT floor_plan_drawing_source_id_file_id_fk FOREIGN KEY (source_id) REFERENCES file(id) ON DELETE SET NULL;
ALTER TABLE ONLY floor_plan
    ADD CONSTRAINT floor_plan_editor_id_user_id_fk FOREIGN KEY (editor_id) REFERENCES "user"(id) ON DELETE SET NULL;
ALTER TABLE ONLY floor_plan_lamp
    ADD CONSTRAINT floor_plan_lamp_central_unit_id_central_unit_id_fk FOREIGN KEY (central_unit_id) REFERENCES central_unit(id);
ALTER TABLE ONLY floor_plan_lamp
    ADD CONSTRAINT floor_plan_lamp_plan_id_floor_plan_id_fk FOREIGN KEY (plan_id) REFERENCES floor_plan(id) ON DELETE CASCADE;
ALTER TABLE ONLY floor_plan_outline
    ADD CONSTRAINT floor_plan_outline_plan_id_floor_plan_id_fk FOREIGN KEY (plan_id) REFERENCES floor_plan(id) ON DELETE CASCADE;
ALTER TABLE ONLY floor_plan_outline
    ADD CONSTRAINT floor_plan_outline_room_id_room_id_fk FOREIGN KEY (room_id) REFERENCES room(id) ON DELETE CASCADE;
ALTER TABLE ONLY floor_plan
    ADD CONSTRAINT floor_plan_plant_id_plant_id_fk FOREIGN KEY (plant_id) REFERENCES plant(id);
ALTER TABLE ONLY floor_plan
    ADD CONSTRAINT floor_plan_room_id_room_id_fk FOREIGN KEY (room_id) REFERENCES room(id) ON DELETE SET NULL;
ALTER TABLE ONLY group_name
    ADD CONSTRAINT group_name_central_unit_id_central_unit_id_fk FOREIGN KEY (central_unit_id) REFERENCES central_unit(id);
ALTER TABLE ONLY handover_answer
    ADD CONSTRAINT handover_answer_handover_id_handover_id_fk FOREIGN KEY (handover_id) REFERENCES handover(id) ON DELETE CASCADE;
ALTER TABLE ONLY handover_measurement
    ADD CONSTRAINT handover_measurement_handover_id_handover_id_fk FOREIGN KEY (handover_id) REFERENCES handover(id) ON DELETE CASCADE;
ALTER TABLE ONLY handover
    ADD CONSTRAINT handover_plant_id_plant_id_fk FOREIGN KEY (plant_id) REFERENCES plant(id);
ALTER TABLE ONLY handover_signature
    ADD CONSTRAINT handover_signature_handover_id_handover_id_fk FOREIGN KEY (handover_id) REFERENCES handover(id) ON DELETE CASCADE;
ALTER TABLE ONLY held_test
    ADD CONSTRAINT held_test_central_unit_id_central_unit_id_fk FOREIGN KEY (central_unit_id) REFERENCES central_unit(id);
ALTER TABLE ONLY held_test
    ADD CONSTRAINT held_test_plant_id_plant_id_fk FOREIGN KEY (plant_id) REFERENCES plant(id);
ALTER TABLE ONLY inhibition
    ADD CONSTRAINT inhibition_central_unit_id_central_unit_id_fk FOREIGN KEY (central_unit_id) REFERENCES central_unit(id);
ALTER TABLE ONLY inhibition
    ADD CONSTRAINT inhibition_plant_id_plant_id_fk FOREIGN KEY (plant_id) REFERENCES plant(id);
ALTER TABLE ONLY inspector_link
    ADD CONSTRAINT inspector_link_plant_id_plant_id_fk FOREIGN KEY (plant_id) REFERENCES plant(id);
ALTER TABLE ONLY inspector_visit
    ADD CONSTRAINT inspector_visit_link_id_inspector_link_id_fk FOREIGN KEY (link_id) REFERENCES inspector_link(id) ON DELETE CASCADE;
ALTER TABLE ONLY invitation
    ADD CONSTRAINT invitation_plant_id_plant_id_fk FOREIGN KEY (plant_id) REFERENCES plant(id);
ALTER TABLE ONLY known_device
    ADD CONSTRAINT known_device_user_id_user_id_fk FOREIGN KEY (user_id) REFERENCES "user"(id) ON DELETE CASCADE;
ALTER TABLE ONLY lamp
    ADD CONSTRAINT lamp_central_unit_id_central_unit_id_fk FOREIGN KEY (central_unit_id) REFERENCES central_unit(id);
ALTER TABLE ONLY lamp_list
    ADD CONSTRAINT lamp_list_central_unit_id_central_unit_id_fk FOREIGN KEY (central_unit_id) REFERENCES central_unit(id);
ALTER TABLE ONLY lamp_note
    ADD CONSTRAINT lamp_note_central_unit_id_central_unit_id_fk FOREIGN KEY (central_unit_id) REFERENCES central_unit(id);
ALTER TABLE ONLY lamp_product
    ADD CONSTRAINT lamp_product_central_unit_id_central_unit_id_fk FOREIGN KEY (central_unit_id) REFERENCES central_unit(id);
ALTER TABLE ONLY lamp_text_change
    ADD CONSTRAINT lamp_text_change_central_unit_id_central_unit_id_fk FOREIGN KEY (central_unit_id) REFERENCES central_unit(id);
ALTER TABLE ONLY lamp_text_change
    ADD CONSTRAINT lamp_text_change_revision_id_lamp_text_revision_id_fk FOREIGN KEY (revision_id) REFERENCES lamp_text_revision(id) ON DELETE CASCADE;
ALTER TABLE ONLY lamp_text_part
    ADD CONSTRAINT lamp_text_part_plant_id_plant_id_fk FOREIGN KEY (plant_id) REFERENCES plant(id);
ALTER TABLE ONLY lamp_text_revision
    ADD CONSTRAINT lamp_text_revision_plant_id_plant_id_fk FOREIGN KEY (plant_id) REFERENCES plant(id);
ALTER TABLE ONLY logbook_entry
    ADD CONSTRAINT logbook_entry_central_unit_id_central_unit_id_fk FOREIGN KEY (central_unit_id) REFERENCES central_unit(id);
ALTER TABLE ONLY logbook_entry
    ADD CONSTRAINT logbook_entry_plant_id_plant_id_fk FOREIGN KEY (plant_id) REFERENCES plant(id);
ALTER TABLE ONLY logbook_head
    ADD CONSTRAINT logbook_head_plant_id_plant_id_fk FOREIGN KEY (plant_id) REFERENCES plant(id);
ALTER TABLE ONLY logbook_past
    ADD CONSTRAINT logbook_past_central_unit_id_central_unit_id_fk FOREIGN KEY (central_unit_id) REFERENCES central_unit(id);
ALTER TABLE ONLY logbook_past
    ADD CONSTRAINT logbook_past_plant_id_plant_id_fk FOREIGN KEY (plant_id) REFERENCES plant(id);
ALTER TABLE ONLY logbook_person
    ADD CONSTRAINT logbook_person_plant_id_plant_id_fk FOREIGN KEY (plant_id) REFERENCES plant(id);
ALTER TABLE ONLY logbook_time_stamp
    ADD CONSTRAINT logbook_time_stamp_plant_id_plant_id_fk FOREIGN KEY (plant_id) REFERENCES plant(id);
ALTER TABLE ONLY member_rule
    ADD CONSTRAINT member_rule_plant_id_plant_id_fk FOREIGN KEY (plant_id) REFERENCES plant(id);
ALTER TABLE ONLY monitoring_zone_lamp
    ADD CONSTRAINT monitoring_zone_lamp_central_unit_id_central_unit_id_fk FOREIGN KEY (central_unit_id) REFERENCES central_unit(id);
ALTER TABLE ONLY monitoring_zone_lamp
    ADD CONSTRAINT monitoring_zone_lamp_zone_id_monitoring_zone_id_fk FOREIGN KEY (zone_id) REFERENCES monitoring_zone(id) ON DELETE CASCADE;
ALTER TABLE ONLY monitoring_zone
    ADD CONSTRAINT monitoring_zone_plant_id_plant_id_fk FOREIGN KEY (plant_id) REFERENCES plant(id);
ALTER TABLE ONLY notice_choice
    ADD CONSTRAINT notice_choice_plant_id_plant_id_fk FOREIGN KEY (plant_id) REFERENCES plant(id);
ALTER TABLE ONLY notice_delivery
    ADD CONSTRAINT notice_delivery_notice_id_notice_id_fk FOREIGN KEY (notice_id) REFERENCES notice(id) ON DELETE CASCADE;
ALTER TABLE ONLY notice
    ADD CONSTRAINT notice_plant_id_plant_id_fk FOREIGN KEY (plant_id) REFERENCES plant(id);
ALTER TABLE ONLY notice_threshold
    ADD CONSTRAINT notice_threshold_plant_id_plant_id_fk FOREIGN KEY (plant_id) REFERENCES plant(id);
ALTER TABLE ONLY notice_wish
    ADD CONSTRAINT notice_wish_plant_id_plant_id_fk FOREIGN KEY (plant_id) REFERENCES plant(id);
ALTER TABLE ONLY office_note
    ADD CONSTRAINT office_note_plant_id_plant_id_fk FOREIGN KEY (plant_id) REFERENCES plant(id) ON DELETE CASCADE;
ALTER TABLE ONLY operation
    ADD CONSTRAINT operation_plant_id_plant_id_fk FOREIGN KEY (plant_id) REFERENCES plant(id);
ALTER TABLE ONLY operation_step
    ADD CONSTRAINT operation_step_operation_id_operation_id_fk FOREIGN KEY (operation_id) REFERENCES operation(id);
ALTER TABLE ONLY passkey
    ADD CONSTRAINT passkey_user_id_user_id_fk FOREIGN KEY (user_id) REFERENCES "user"(id) ON DELETE CASCADE;
ALTER TABLE ONLY picture
    ADD CONSTRAINT picture_plant_id_plant_id_fk FOREIGN KEY (plant_id) REFERENCES plant(id) ON DELETE CASCADE;
ALTER TABLE ONLY picture
    ADD CONSTRAINT picture_user_id_user_id_fk FOREIGN KEY (user_id) REFERENCES "user"(id) ON DELETE CASCADE;
ALTER TABLE ONLY plan_unit
    ADD CONSTRAINT plan_unit_central_unit_id_central_unit_id_fk FOREIGN KEY (central_unit_id) REFERENCES central_unit(id);
ALTER TABLE ONLY plan_unit
    ADD CONSTRAINT plan_unit_plan_id_test_plan_id_fk FOREIGN KEY (plan_id) REFERENCES test_plan(id) ON DELETE CASCADE;
ALTER TABLE ONLY plan_wishes
    ADD CONSTRAINT plan_wishes_plant_id_plant_id_fk FOREIGN KEY (plant_id) REFERENCES plant(id);
ALTER TABLE ONLY planned_test
    ADD CONSTRAINT planned_test_central_unit_id_central_unit_id_fk FOREIGN KEY (central_unit_id) REFERENCES central_unit(id);
ALTER TABLE ONLY planned_test
    ADD CONSTRAINT planned_test_plan_id_test_plan_id_fk FOREIGN KEY (plan_id) REFERENCES test_plan(id) ON DELETE CASCADE;
ALTER TABLE ONLY planned_test
    ADD CONSTRAINT planned_test_plant_id_plant_id_fk FOREIGN KEY (plant_id) REFERENCES plant(id);
ALTER TABLE ONLY plant_entry
    ADD CONSTRAINT plant_entry_central_unit_id_central_unit_id_fk FOREIGN KEY (central_unit_id) REFERENCES central_unit(id);
ALTER TABLE ONLY plant_entry
    ADD CONSTRAINT plant_entry_plant_id_plant_id_fk FOREIGN KEY (plant_id) REFERENCES plant(id);
ALTER TABLE ONLY plant_figures
    ADD CONSTRAINT plant_figures_plant_id_plant_id_fk FOREIGN KEY (plant_id) REFERENCES plant(id);
ALTER TABLE ONLY plant_member
    ADD CONSTRAINT plant_member_plant_id_plant_id_fk FOREIGN KEY (plant_id) REFERENCES plant(id);
ALTER TABLE ONLY price_settings
    ADD CONSTRAINT price_settings_plant_id_plant_id_fk FOREIGN KEY (plant_id) REFERENCES plant(id);
ALTER TABLE ONLY pro_code
    ADD CONSTRAINT pro_code_plant_id_plant_id_fk FOREIGN KEY (plant_id) REFERENCES plant(id);
ALTER TABLE ONLY product_price
    ADD CONSTRAINT product_price_plant_id_plant_id_fk FOREIGN KEY (plant_id) REFERENCES plant(id);
ALTER TABLE ONLY profile
    ADD CONSTRAINT profile_user_id_user_id_fk FOREIGN KEY (user_id) REFERENCES "user"(id) ON DELETE CASCADE;
ALTER TABLE ONLY push_device
    ADD CONSTRAINT push_device_session_id_session_id_fk FOREIGN KEY (session_id) REFERENCES session(id) ON DELETE CASCADE;
ALTER TABLE ONLY push_device
    ADD CONSTRAINT push_device_user_id_user_id_fk FOREIGN KEY (user_id) REFERENCES "user"(id) ON DELETE CASCADE;
ALTER TABLE ONLY recovery_code
    ADD CONSTRAINT recovery_code_user_id_second_factor_user_id_fk FOREIGN KEY (user_id) REFERENCES second_factor(user_id) ON DELETE CASCADE;
ALTER TABLE ONLY removed_scene
    ADD CONSTRAINT removed_scene_plant_id_plant_id_fk FOREIGN KEY (plant_id) REFERENCES plant(id);
ALTER TABLE ONLY report
    ADD CONSTRAINT report_file_id_file_id_fk FOREIGN KEY (file_id) REFERENCES file(id);
ALTER TABLE ONLY report_mail
    ADD CONSTRAINT report_mail_plant_id_plant_id_fk FOREIGN KEY (plant_id) REFERENCES plant(id);
ALTER TABLE ONLY report_mail
    ADD CONSTRAINT report_mail_user_id_user_id_fk FOREIGN KEY (user_id) REFERENCES "user"(id) ON DELETE CASCADE;
ALTER TABLE ONLY report
    ADD CONSTRAINT report_plant_id_plant_id_fk FOREIGN KEY (plant_id) REFERENCES plant(id);
ALTER TABLE ONLY report
    ADD CONSTRAINT report_test_id_test_run_id_fk FOREIGN KEY (test_id) REFERENCES test_run(id);
ALTER TABLE ONLY room_lamp
    ADD CONSTRAINT room_lamp_central_unit_id_central_unit_id_fk FOREIGN KEY (central_unit_id) REFERENCES central_unit(id);
ALTER TABLE ONLY room_lamp
    ADD CONSTRAINT room_lamp_room_id_room_id_fk FOREIGN KEY (room_id) REFERENCES room(id) ON DELETE CASCADE;
ALTER TABLE ONLY room
    ADD CONSTRAINT room_plant_id_plant_id_fk FOREIGN KEY (plant_id) REFERENCES plant(id);
ALTER TABLE ONLY room_unit
    ADD CONSTRAINT room_unit_central_unit_id_central_unit_id_fk FOREIGN KEY (central_unit_id) REFERENCES central_unit(id);
ALTER TABLE ONLY room_unit
    ADD CONSTRAINT room_unit_room_id_room_id_fk FOREIGN KEY (room_id) REFERENCES room(id) ON DELETE CASCADE;
ALTER TABLE ONLY round_item
    ADD CONSTRAINT round_item_central_unit_id_central_unit_id_fk FOREIGN KEY (central_unit_id) REFERENCES central_unit(id);
ALTER TABLE ONLY round_item
    ADD CONSTRAINT round_item_plant_id_plant_id_fk FOREIGN KEY (plant_id) REFERENCES plant(id);
ALTER TABLE ONLY round_item
    ADD CONSTRAINT round_item_round_id_round_id_fk FOREIGN KEY (round_id) REFERENCES round(id);
ALTER TABLE ONLY round
    ADD CONSTRAINT round_plant_id_plant_id_fk FOREIGN KEY (plant_id) REFERENCES plant(id);
ALTER TABLE ONLY saved_view
    ADD CONSTRAINT saved_view_plant_id_plant_id_fk FOREIGN KEY (plant_id) REFERENCES plant(id);
ALTER TABLE ONLY saved_view
    ADD CONSTRAINT saved_view_user_id_user_id_fk FOREIGN KEY (user_id) REFERENCES "user"(id) ON DELETE CASCADE;
ALTER TABLE ONLY scene
    ADD CONSTRAINT scene_input_unit_id_central_unit_id_fk FOREIGN KEY (input_unit_id) REFERENCES central_unit(id);
ALTER TABLE ONLY scene_level
    ADD CONSTRAINT scene_level_aggregation_id_aggregation_id_fk FOREIGN KEY (aggregation_id) REFERENCES aggregation(id) ON DELETE CASCADE;
ALTER TABLE ONLY scene_level
    ADD CONSTRAINT scene_level_scene_id_scene_id_fk FOREIGN KEY (scene_id) REFERENCES scene(id) ON DELETE CASCADE;
ALTER TABLE ONLY scene
    ADD CONSTRAINT scene_plant_id_plant_id_fk FOREIGN KEY (plant_id) REFERENCES plant(id);
ALTER TABLE ONLY scene_run
    ADD CONSTRAINT scene_run_plant_id_plant_id_fk FOREIGN KEY (plant_id) REFERENCES plant(id);
ALTER TABLE ONLY scene_run
    ADD CONSTRAINT scene_run_scene_id_scene_id_fk FOREIGN KEY (scene_id) REFERENCES scene(id) ON DELETE SET NULL;
ALTER TABLE ONLY scene_run_unit
    ADD CONSTRAINT scene_run_unit_run_id_scene_run_id_fk FOREIGN KEY (run_id) REFERENCES scene_run(id) ON DELETE CASCADE;
ALTER TABLE ONLY second_factor
    ADD CONSTRAINT second_factor_user_id_user_id_fk FOREIGN KEY (user_id) REFERENCES "user"(id) ON DELETE CASCADE;
ALTER TABLE ONLY session
    ADD CONSTRAINT session_known_device_id_known_device_id_fk FOREIGN KEY (known_device_id) REFERENCES known_device(id) ON DELETE SET NULL;
ALTER TABLE ONLY session
    ADD CONSTRAINT session_user_id_user_id_fk FOREIGN KEY (user_id) REFERENCES "user"(id) ON DELETE CASCADE;
ALTER TABLE ONLY test_plan
    ADD CONSTRAINT test_plan_plant_id_plant_id_fk FOREIGN KEY (plant_id) REFERENCES plant(id);
ALTER TABLE ONLY test_result
    ADD CONSTRAINT test_result_test_id_test_run_id_fk FOREIGN KEY (test_id) REFERENCES test_run(id);
ALTER TABLE ONLY test_run
    ADD CONSTRAINT test_run_central_unit_id_central_unit_id_fk FOREIGN KEY (central_unit_id) REFERENCES central_unit(id);
ALTER TABLE ONLY test_run
    ADD CONSTRAINT test_run_plant_id_plant_id_fk FOREIGN KEY (plant_id) REFERENCES plant(id);
ALTER TABLE ONLY unit_command
    ADD CONSTRAINT unit_command_plant_id_plant_id_fk FOREIGN KEY (plant_id) REFERENCES plant(id);
ALTER TABLE ONLY unit_hold
    ADD CONSTRAINT unit_hold_plant_id_plant_id_fk FOREIGN KEY (plant_id) REFERENCES plant(id);
ALTER TABLE ONLY unit_scene_list
    ADD CONSTRAINT unit_scene_list_central_unit_id_central_unit_id_fk FOREIGN KEY (central_unit_id) REFERENCES central_unit(id);
ALTER TABLE ONLY unit_snapshot
    ADD CONSTRAINT unit_snapshot_plant_id_plant_id_fk FOREIGN KEY (plant_id) REFERENCES plant(id);
ALTER TABLE ONLY walk
    ADD CONSTRAINT walk_central_unit_id_central_unit_id_fk FOREIGN KEY (central_unit_id) REFERENCES central_unit(id);
ALTER TABLE ONLY walk_lamp
    ADD CONSTRAINT walk_lamp_central_unit_id_central_unit_id_fk FOREIGN KEY (central_unit_id) REFERENCES central_unit(id);
ALTER TABLE ONLY walk_lamp
    ADD CONSTRAINT walk_lamp_walk_id_walk_id_fk FOREIGN KEY (walk_id) REFERENCES walk(id) ON DELETE CASCADE;
ALTER TABLE ONLY walk
    ADD CONSTRAINT walk_plan_id_floor_plan_id_fk FOREIGN KEY (plan_id) REFERENCES floor_plan(id) ON DELETE CASCADE;
ALTER TABLE ONLY walk
    ADD CONSTRAINT walk_plant_id_plant_id_fk FOREIGN KEY (plant_id) REFERENCES plant(id);
ALTER TABLE ONLY webhook_call
    ADD CONSTRAINT webhook_call_webhook_id_webhook_id_fk FOREIGN KEY (webhook_id) REFERENCES webhook(id) ON DELETE CASCADE;
ALTER TABLE ONLY webhook
    ADD CONSTRAINT webhook_plant_id_plant_id_fk FOREIGN KEY (plant_id) REFERENCES plant(id);
ALTER TABLE ONLY working_unit
    ADD CONSTRAINT working_unit_plant_id_plant_id_fk FOREIGN KEY (plant_id) REFERENCES plant(id);
ALTER TABLE ONLY zone_lamp
    ADD CONSTRAINT zone_lamp_central_unit_id_central_unit_id_fk FOREIGN KEY (central_unit_id) REFERENCES central_unit(id);
ALTER TABLE ONLY zone_lamp
    ADD CONSTRAINT zone_lamp_zone_id_zone_id_fk FOREIGN KEY (zone_id) REFERENCES zone(id) ON DELETE CASCADE;
ALTER TABLE ONLY zone
    ADD CONSTRAINT zone_plant_id_plant_id_fk FOREIGN KEY (plant_id) REFERENCES plant(id);
