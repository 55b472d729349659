# frozen_string_literal: true

require "set"
require "json"
require_relative "inventory/version" if false

# An inventory of parts: classes, modules, blocks and most kinds of literals.
module Inventory
  VERSION = "1.#{2 + 1}.0".freeze
  UNITS = %w[piece box pallet].map(&:to_sym).freeze
  SIZES = %i[small large].each_with_index.to_h
  PATTERN = %r{\A(?<name>[a-z]+)/(?<count>\d{1,3})\z}ix
  EMPTY = {}.freeze

  class Error < StandardError; end
  class NotFound < Error
    def initialize(id, message = "no part #{id}")
      @id = id
      super(message)
    end
    attr_reader :id
  end

  Part = Struct.new(:id, :name, :count, keyword_init: true) do
    include Comparable

    def <=>(other) = count <=> other.count

    def to_s
      "#{name} (#{count || 'none'})"
    end

    def short? = name.length < 4
    def [](key) = send(key)
  end

  module Logging
    LEVELS = { debug: 0, "info" => 1, :warn => 2 }

    def self.included(base)
      base.extend(ClassMethods)
    end

    module ClassMethods
      def logs(*names, level: :info, **rest, &block)
        names.each do |name|
          define_method(:"log_#{name}") { |text = nil, *args| log(level, text || name, *args, **rest, &block) }
        end
      end
    end

    def log(level, text, *_args, **_rest)
      warn "#{level.to_s.upcase.ljust(5)} #{text}" if LEVELS.fetch(level, 1) >= 1
    end
  end

  class Store
    include Logging
    include Enumerable
    logs :added, :removed, level: :debug

    @@stores = 0
    class << self
      attr_accessor :default
      def open(*args, **options, &block)
        store = new(*args, **options)
        return store unless block_given?

        begin
          yield store
        ensure
          store.close
        end
      end

      private

      def secret; end
    end

    def initialize(parts = [], limit: 10, name: "store-#{@@stores += 1}")
      @parts, @limit, @name = parts, limit, name
      @index = Hash.new { |hash, key| hash[key] = [] }
      parts.each { add(_1) }
    end

    def each(&block)
      return enum_for(:each) { @parts.size } unless block

      @parts.each(&block)
      self
    end

    def add(part)
      raise ArgumentError, "not a part: #{part.inspect}" unless part.is_a?(Part)
      raise Error.new("full") if @parts.size >= @limit

      @index[part.name] << part
      (@parts << part).sort!
    rescue ArgumentError, TypeError => e
      log :warn, e.message
      nil
    else
      part
    ensure
      @dirty = true
    end
    alias << add
    alias_method :push, :add

    def [](id)
      @parts.find { |p| p.id == id } or raise NotFound, id
    end

    def []=(id, count)
      self[id].count = count
    end

    def -@ = Store.new(@parts.reverse)
    def +(other) = Store.new([*@parts, *other.to_a], limit: @limit + 1)
    def !; @parts.empty?; end
    def call(*) = nil
    def close() @closed ||= true end

    def report(width = 20, io: $stdout)
      io.puts "=" * width, @name.center(width), "-" * width
      each_with_index do |part, i|
        io.printf("%-*s %03d\n", width - 4, "#{i + 1}. #{part}", part.count.to_i)
      end
      io << <<~TEXT << "\n"
        #{count} parts,
          the largest #{max&.name.inspect}
      TEXT
    end

    protected def parts = @parts
    private

    def method_missing(name, *args, &block)
      if name.to_s =~ /\Afind_by_(\w+)\z/
        @parts.select { |p| p[$1.to_sym] == args.first }
      else
        super
      end
    end

    def respond_to_missing?(name, include_private = false)
      name.start_with?("find_by_") || super
    end
  end
end

store = Inventory::Store.open(limit: 5) do |s|
  s << Inventory::Part.new(id: 1, name: "bolt", count: 10)
  s.add Inventory::Part.new(id: 2, name: "nut", count: 0x1f)
  s[1] = 12
  s
end
store&.report(30)
store.each_slice(2).with_index(1) { |(first, second), i| puts [i, first, second].join("\t") }
totals = store.group_by(&:short?).transform_values { |ps| ps.sum(&:count) }
puts totals.map { |short, n| "#{short ? 'short' : 'long'}: #{n}" }.join(", ")
puts JSON.generate(store.map { |p| { id: p.id, "name": p.name, count: p.count } })
